#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "cdx/format/line_converter.h"
#include "cdx/format/line_fields.h"
#include "cdx/lookup/range_merger.h"
#include "cdx/lookup/revisit_resolver.h"
#include "cdx/lookup/row.h"
#include "io/error.h"
#include "serve/api/cdx_query.h"
#include "text/ascii.h"
#include "text/json.h"

namespace wax::serve {
namespace {

class PlainCaptures final : public answers::BodyLineWriter {
 public:
  explicit PlainCaptures(ResumeKey resume_key)
      : resume_key_(std::move(resume_key)) {}
  void line(std::string_view line, std::string& out) override {
    out.append(line) += '\n';
  }
  void end(std::string& out) override {
    if (!resume_key_->empty()) out += '\n' + *resume_key_ + '\n';
  }

 private:
  ResumeKey resume_key_;
};

// Whether a line looks so.
bool has_format(std::string_view line, const cdx::LineFormat& format) {
  const bool is_json = cdx::field(line, 2).starts_with('{');
  if (is_json || format.json) return is_json == format.json;
  const auto columns =
      1 + std::count(line.begin(), line.end(), format.legend.delimiter);
  return static_cast<size_t>(columns) == format.legend.letters.size();
}

// Whole lines in another format.
class ConvertedCaptures final : public answers::BodyLineWriter {
 public:
  // `formats` are those of all files, and each is told by its lines.
  ConvertedCaptures(const cdx::ConvertOptions& options,
                    const std::vector<cdx::LineFormat>& formats, bool array,
                    bool keeps_cdxj, ResumeKey resume_key)
      : array_(array),
        keeps_cdxj_(keeps_cdxj),
        resume_key_(std::move(resume_key)) {
    for (const cdx::LineFormat& format : formats) {
      auto converter = std::make_unique<cdx::LineConverter>(options);
      converter->begin(format);
      converters_.emplace_back(format, std::move(converter));
    }
  }

  void begin(std::string& out) override {
    if (array_) out += '[';
  }
  void line(std::string_view line, std::string& out) override {
    converted_.clear();
    if (keeps_cdxj_ && cdx::field(line, 2).starts_with('{')) {
      converted_ = line;
    } else if (converter_of(line).convert(line, converted_) !=
               cdx::LineConverter::Result::kDone) {
      return;
    }
    if (array_ && std::exchange(any_, true)) out += ",\n";
    out += converted_;
    if (!array_) out += '\n';
  }
  void end(std::string& out) override {
    if (!resume_key_->empty()) {
      if (array_) out += ",\n";
      out += "{\"resumeKey\":\"" + *resume_key_ + "\"}";
      if (!array_) out += '\n';
    }
    if (array_) out += "]\n";
  }

 private:
  [[nodiscard]] cdx::LineConverter& converter_of(std::string_view line) {
    for (auto& [format, converter] : converters_) {
      if (has_format(line, format)) return *converter;
    }
    return *converters_.front().second;  // says that the line is bad
  }

  std::vector<std::pair<cdx::LineFormat, std::unique_ptr<cdx::LineConverter>>>
      converters_;
  bool array_;
  bool keeps_cdxj_;
  ResumeKey resume_key_;
  bool any_ = false;
  std::string converted_;
};

// A field of an answer, and where its value is in the lines of a look-up.
struct ShownField {
  std::string name;
  size_t place = SIZE_MAX;  // nowhere: "-"
};

// Fields of captures, from the rows of a look-up.
class CaptureFields final : public answers::BodyLineWriter {
 public:
  CaptureFields(std::vector<ShownField> fields, const CdxQuery& query,
                ResumeKey resume_key)
      : fields_(std::move(fields)),
        row_(query.lookup),
        output_(query.output),
        has_numbers_(query.dialect == CdxDialect::kOutbackCdx),
        key_(key_place(query)),
        resume_key_(std::move(resume_key)) {}

  void begin(std::string& out) override {
    if (is_array()) out += '[';
  }

  void line(std::string_view line, std::string& out) override {
    if (output_ == CdxOutput::kJsonNamedRows && !any_) append_names(out);
    if (is_array() && std::exchange(any_, true)) out += ",\n";
    row_.read(line);
    if (output_ == CdxOutput::kCdxj) {
      out.append(row_[key_]).append(" ").append(row_.date()) += ' ';
    }
    if (output_ == CdxOutput::kLines) {
      append_line(out);
    } else {
      append_json(out);
    }
    if (!is_array()) out += '\n';
  }

  void end(std::string& out) override {
    if (!resume_key_->empty()) {
      if (is_array()) out += ",\n";
      switch (output_) {
        case CdxOutput::kLines:
          out += '\n' + *resume_key_ + '\n';
          break;
        case CdxOutput::kJsonRows:
        case CdxOutput::kJsonNamedRows:
          out += "[],\n[\"" + *resume_key_ + "\"]";
          break;
        default:
          out += "{\"resumeKey\":\"" + *resume_key_ + "\"}";
          if (!is_array()) out += '\n';
      }
    }
    if (is_array()) out += "]\n";
  }

 private:
  [[nodiscard]] bool is_array() const {
    return output_ == CdxOutput::kJsonRows ||
           output_ == CdxOutput::kJsonNamedRows ||
           output_ == CdxOutput::kJsonObjects;
  }
  [[nodiscard]] std::string_view value(const ShownField& field) const {
    return field.place < row_.size() ? row_[field.place]
                                     : std::string_view("-");
  }

  void append_names(std::string& out) {
    any_ = true;
    out += '[';
    for (const ShownField& field : fields_) {
      if (&field != fields_.data()) out += ',';
      text::append_json_string(field.name, out);
    }
    out += ']';
  }

  void append_line(std::string& out) const {
    for (const ShownField& field : fields_) {
      if (&field != fields_.data()) out += ' ';
      out += value(field);
    }
  }

  void append_json(std::string& out) const {
    bool objects = output_ == CdxOutput::kJsonObjects ||
                   output_ == CdxOutput::kJsonLines ||
                   output_ == CdxOutput::kCdxj;
    out += objects ? '{' : '[';
    for (const ShownField& field : fields_) {
      if (&field != fields_.data()) out += objects ? ", " : ",";
      if (objects) {
        text::append_json_string(field.name, out);
        out += ": ";
      }
      if (has_numbers_ && field.place < row_.size()) {
        row_.append_json(field.place, out);
      } else {
        text::append_json_string(value(field), out);
      }
    }
    out += objects ? '}' : ']';
  }

  std::vector<ShownField> fields_;
  [[nodiscard]] static size_t key_place(const CdxQuery& query) {
    const auto& fields = query.lookup.fields;
    return static_cast<size_t>(
        std::find(fields.begin(), fields.end(), "urlkey") - fields.begin());
  }

  cdx::Row row_;
  CdxOutput output_;
  bool has_numbers_;
  size_t key_;  // of the fields, where it is one; CDXJ lines begin with it
  ResumeKey resume_key_;
  bool any_ = false;
};

cdx::LineFormat read_format(cdx::Searchable& file, bool resolve_revisits) {
  cdx::LineFormat format = cdx::format_of(file);
  if (!resolve_revisits) return format;
  return cdx::RevisitColumns(format, file.name()).resolved_format();
}

// The formats that the lines of the files have, each once. Throws UsageError
// when lines do not tell which of them they have.
std::vector<cdx::LineFormat> formats_of(const answers::CdxFiles& cdx,
                                        bool resolve_revisits) {
  std::vector<cdx::LineFormat> formats;
  for (const auto& file : cdx.files) {
    cdx::LineFormat format = read_format(*file, resolve_revisits);
    bool is_known = false;
    for (const cdx::LineFormat& other : formats) {
      const bool is_same = other.json == format.json &&
                           other.legend.letters == format.legend.letters &&
                           other.legend.delimiter == format.legend.delimiter;
      is_known = is_known || is_same;
      if (is_same || other.json || format.json ||
          other.legend.letters.size() != format.legend.letters.size()) {
        continue;
      }
      throw UsageError(
          "The CDX files of this answer have different columns; name the "
          "fields that you want with the parameter fl.");
    }
    if (!is_known) formats.push_back(std::move(format));
  }
  return formats;
}

// Whether the lines of all files can have a field.
bool all_have(const std::vector<cdx::LineFormat>& formats,
              const std::string& name) {
  char letter = cdx::field_name(name).letter;
  if (letter == 'N') return true;  // made of the URL
  return std::all_of(formats.begin(), formats.end(), [&](const auto& format) {
    return format.json || format.legend.column(letter) >= 0;
  });
}

bool has_cdxj(const answers::CdxFiles& cdx) {
  return std::any_of(cdx.files.begin(), cdx.files.end(), [](const auto& file) {
    return cdx::format_of(*file).json;
  });
}

// Sets the fields that the look-up gives, and tells which are shown.
std::vector<ShownField> shown_fields(const answers::CdxFiles& cdx,
                                     CdxQuery& query) {
  std::vector<ShownField> shown;
  std::vector<std::string> names = query.lookup.fields;
  bool by_default = names.empty();
  if (by_default) names = default_fields(query);
  if (by_default && names.empty() && query.output == CdxOutput::kLines &&
      query.dialect == CdxDialect::kOutbackCdx && has_cdxj(cdx)) {
    for (char letter : cdx::kCdx11) names.emplace_back(1, letter);
    if (query.lookup.resolve_revisits) {
      names.insert(names.end(),
                   {"orig.length", "orig.offset", "orig.filename"});
    }
  }
  if (names.empty()) return shown;
  std::vector<cdx::LineFormat> formats;
  for (const auto& file : cdx.files) {
    formats.push_back(read_format(*file, query.lookup.resolve_revisits));
  }
  query.lookup.fields.clear();
  for (const std::string& name : names) {
    ShownField field;
    field.name = name;
    if (!by_default || all_have(formats, name)) {
      field.place = query.lookup.fields.size();
      query.lookup.fields.push_back(name);
    }
    shown.push_back(std::move(field));
  }
  if (query.lookup.count_duplicates) {
    shown.push_back({"dupecount", SIZE_MAX});
  }
  if (query.output == CdxOutput::kCdxj) {
    query.lookup.fields.insert(query.lookup.fields.end(),
                               {"urlkey", "timestamp"});
  }
  if (query.lookup.count_duplicates) {
    shown.back().place = query.lookup.fields.size();
  }
  return shown;
}

// The index lines of ZipNums, as pywb shows them.
class BlockLines final : public answers::BodyLineWriter {
 public:
  explicit BlockLines(bool json) : json_(json) {}

  void line(std::string_view line, std::string& out) override {
    if (!json_) {
      out.append(line) += '\n';
      return;
    }
    constexpr std::string_view kNames[] = {"urlkey", "part", "offset", "length",
                                           "lineno"};
    out += '{';
    for (std::string_view name : kNames) {
      size_t tab = std::min(line.find('\t'), line.size());
      std::string_view value = line.substr(0, tab);
      line.remove_prefix(std::min(tab + 1, line.size()));
      if (value.empty()) break;
      if (name != "urlkey") out += ", ";
      text::append_json_string(name, out);
      out += ": ";
      if (name == "urlkey" || name == "part" || !text::all_digits(value)) {
        text::append_json_string(value, out);
      } else {
        out += value;
      }
    }
    out += "}\n";
  }

 private:
  bool json_;
};

}  // namespace

std::string_view type_of(CdxOutput output) {
  switch (output) {
    case CdxOutput::kLines:
      return "text/plain; charset=utf-8";
    case CdxOutput::kCdxj:
      return "text/x-cdxj; charset=utf-8";
    case CdxOutput::kJsonLines:
      return "application/x-ndjson";
    case CdxOutput::kLink:
      return "application/link-format";
    default:
      return "application/json";
  }
}

std::unique_ptr<answers::BodyLineWriter> capture_writer(
    const answers::CdxFiles& cdx, CdxQuery& query,
    const ResumeKey& resume_key) {
  std::vector<ShownField> shown = shown_fields(cdx, query);
  if (!shown.empty()) {
    return std::make_unique<CaptureFields>(std::move(shown), query, resume_key);
  }
  if (query.output == CdxOutput::kLines) {
    return std::make_unique<PlainCaptures>(resume_key);
  }
  const std::vector<cdx::LineFormat> formats =
      formats_of(cdx, query.lookup.resolve_revisits);
  cdx::ConvertOptions options;
  options.json = true;
  options.whole_object = query.output != CdxOutput::kCdxj;
  options.dialect = query.dialect == CdxDialect::kOutbackCdx
                        ? cdx::CdxjDialect::kOutbackCdx
                        : cdx::CdxjDialect::kPywb;
  const bool keeps_cdxj = query.output == CdxOutput::kCdxj &&
                          query.dialect != CdxDialect::kOutbackCdx;
  return std::make_unique<ConvertedCaptures>(
      options, formats, query.output == CdxOutput::kJsonObjects, keeps_cdxj,
      resume_key);
}

std::unique_ptr<answers::BodyLineWriter> block_writer(bool json) {
  return std::make_unique<BlockLines>(json);
}

}  // namespace wax::serve
