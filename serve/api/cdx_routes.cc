#include "serve/api/cdx_routes.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "cdx/format/line_converter.h"
#include "cdx/format/line_fields.h"
#include "cdx/lookup/lookup.h"
#include "cdx/lookup/lookup_blocks.h"
#include "cdx/lookup/range_captures.h"
#include "cdx/lookup/revisit_resolver.h"
#include "io/error.h"
#include "serve/api/line_body.h"
#include "serve/api/memento.h"
#include "serve/api/xml_query.h"
#include "serve/http/error.h"
#include "serve/http/escape.h"
#include "text/ascii.h"
#include "text/json.h"

namespace wax::serve {
namespace {

// Tells the administrator the first bad line that a request meets.
class FirstProblem final : public ProblemSink {
 public:
  explicit FirstProblem(const Site& site) : site_(site) {}
  void report(Problem problem) override {
    if (std::exchange(reported_, true) || !site_.report) return;
    site_.report(problem.file + ": " + problem.id + ": " + problem.text);
  }

 private:
  const Site& site_;
  bool reported_ = false;
};

// What an answer is read from.
struct CdxAnswer {
  explicit CdxAnswer(const Site& site) : problems(site) {}
  std::shared_ptr<CdxFiles> cdx;
  FirstProblem problems;
};

// The first `count` lines; then where to go on, if there are more.
class PortionLines final : public lines::LineStream {
 public:
  PortionLines(std::unique_ptr<cdx::AnswerLines> lines, uint64_t count,
               std::shared_ptr<std::string> resume_key)
      : lines_(std::move(lines)),
        left_(count),
        resume_key_(std::move(resume_key)) {}

  bool next(std::string_view& line) override {
    if (left_ > 0) {
      --left_;
      return lines_->next(line);
    }
    std::string key = lines_->resume_key();
    if (lines_->next(line)) *resume_key_ = url_part(key);
    return false;
  }

 private:
  std::unique_ptr<cdx::AnswerLines> lines_;
  uint64_t left_;
  std::shared_ptr<std::string> resume_key_;
};

using ResumeKey = std::shared_ptr<std::string>;

class PlainCaptures final : public LineWriter {
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

// Whole lines in another format.
class ConvertedCaptures final : public LineWriter {
 public:
  ConvertedCaptures(cdx::ConvertOptions options, const cdx::LineFormat& format,
                    bool array, ResumeKey resume_key)
      : converter_(std::move(options)),
        array_(array),
        resume_key_(std::move(resume_key)) {
    converter_.begin(format);
  }

  void begin(std::string& out) override {
    if (array_) out += '[';
  }
  void line(std::string_view line, std::string& out) override {
    converted_.clear();
    if (converter_.convert(line, converted_) !=
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
  cdx::LineConverter converter_;
  bool array_;
  ResumeKey resume_key_;
  bool any_ = false;
  std::string converted_;
};

// A field of an answer, and where its value is in the lines of a look-up.
struct ShownField {
  std::string name;
  bool is_number = false;
  size_t place = SIZE_MAX;  // nowhere: "-"
};

// Fields of captures, from lines that have these alone with spaces between.
class CaptureFields final : public LineWriter {
 public:
  CaptureFields(std::vector<ShownField> fields, CdxOutput output,
                ResumeKey resume_key)
      : fields_(std::move(fields)),
        output_(output),
        resume_key_(std::move(resume_key)) {}

  void begin(std::string& out) override {
    if (is_array()) out += '[';
  }

  void line(std::string_view line, std::string& out) override {
    if (output_ == CdxOutput::kJsonNamedRows && !any_) append_names(out);
    if (is_array() && std::exchange(any_, true)) out += ",\n";
    values_.clear();
    while (true) {
      size_t end = std::min(line.find(' '), line.size());
      values_.push_back(line.substr(0, end));
      if (end == line.size()) break;
      line.remove_prefix(end + 1);
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
    return field.place < values_.size() ? values_[field.place]
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
    bool objects =
        output_ == CdxOutput::kJsonObjects || output_ == CdxOutput::kJsonLines;
    out += objects ? '{' : '[';
    for (const ShownField& field : fields_) {
      if (&field != fields_.data()) out += objects ? ", " : ",";
      if (objects) {
        text::append_json_string(field.name, out);
        out += ": ";
      }
      std::string_view text = value(field);
      bool number = field.is_number && !text.empty() &&
                    text::all_digits(text) &&
                    (text[0] != '0' || text.size() == 1);
      if (number) {
        out += text;
      } else {
        text::append_json_string(text, out);
      }
    }
    out += objects ? '}' : ']';
  }

  std::vector<ShownField> fields_;
  CdxOutput output_;
  ResumeKey resume_key_;
  bool any_ = false;
  std::vector<std::string_view> values_;
};

cdx::LineFormat read_format(cdx::Searchable& file, bool resolve_revisits) {
  cdx::LineFormat format = cdx::format_of(file);
  if (!resolve_revisits) return format;
  return cdx::RevisitColumns(format, file.name()).resolved_format();
}

// Of all files. Throws UsageError when they differ.
cdx::LineFormat one_format(const CdxFiles& cdx, bool resolve_revisits) {
  std::optional<cdx::LineFormat> one;
  for (const auto& file : cdx.files) {
    cdx::LineFormat format = read_format(*file, resolve_revisits);
    if (one && (one->json != format.json ||
                one->legend.letters != format.legend.letters ||
                one->legend.delimiter != format.legend.delimiter)) {
      throw UsageError(
          "The CDX files of this answer have different columns; name the "
          "fields that you want with the parameter fl.");
    }
    one = format;
  }
  return *one;
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

bool has_cdxj(const CdxFiles& cdx) {
  return std::any_of(cdx.files.begin(), cdx.files.end(), [](const auto& file) {
    return cdx::format_of(*file).json;
  });
}

// Sets the fields that the look-up gives, and tells which are shown.
std::vector<ShownField> shown_fields(const CdxFiles& cdx, CdxQuery& query) {
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
  bool numbers = query.dialect == CdxDialect::kOutbackCdx;
  query.lookup.fields.clear();
  for (const std::string& name : names) {
    ShownField field;
    field.name = name;
    char letter = cdx::field_name(name).letter;
    field.is_number =
        numbers && letter != '\0' && text::is_one_of(letter, "bsSV");
    if (!by_default || all_have(formats, name)) {
      field.place = query.lookup.fields.size();
      query.lookup.fields.push_back(name);
    }
    shown.push_back(std::move(field));
  }
  if (query.lookup.count_duplicates) {
    shown.push_back({"dupecount", numbers, query.lookup.fields.size()});
  }
  return shown;
}

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

std::unique_ptr<LineWriter> capture_writer(const CdxFiles& cdx, CdxQuery& query,
                                           const ResumeKey& resume_key) {
  std::vector<ShownField> shown = shown_fields(cdx, query);
  if (!shown.empty()) {
    if (query.output == CdxOutput::kCdxj) {
      throw UsageError("output=cdxj has all fields; leave fl out.");
    }
    return std::make_unique<CaptureFields>(std::move(shown), query.output,
                                           resume_key);
  }
  if (query.output == CdxOutput::kLines) {
    return std::make_unique<PlainCaptures>(resume_key);
  }
  cdx::LineFormat format = one_format(cdx, query.lookup.resolve_revisits);
  if (query.output == CdxOutput::kCdxj && format.json &&
      query.dialect != CdxDialect::kOutbackCdx) {
    return std::make_unique<PlainCaptures>(resume_key);
  }
  cdx::ConvertOptions options;
  options.json = true;
  options.whole_object = query.output != CdxOutput::kCdxj;
  options.dialect = query.dialect == CdxDialect::kOutbackCdx
                        ? cdx::CdxjDialect::kOutbackCdx
                        : cdx::CdxjDialect::kPywb;
  return std::make_unique<ConvertedCaptures>(
      std::move(options), format, query.output == CdxOutput::kJsonObjects,
      resume_key);
}

// The index lines of ZipNums, as pywb shows them.
class BlockLines final : public LineWriter {
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

Response page_counts(const CdxFiles& cdx, const cdx::SearchRange& range,
                     const CdxQuery& query) {
  cdx::PageCounts counts =
      cdx::count_pages(cdx.files, range, query.page_blocks);
  Response response;
  if (query.dialect != CdxDialect::kPywb) {
    response.body = std::to_string(counts.pages) + '\n';
    return response;
  }
  response.type = "application/json";
  response.body = "{\"pages\": " + std::to_string(counts.pages) +
                  ", \"pageSize\": " + std::to_string(query.page_blocks) +
                  ", \"blocks\": " + std::to_string(counts.blocks) + "}\n";
  return response;
}

// Messages of look-ups name the options of wax-cdx-lookup, and files.
[[noreturn]] void throw_about_parameters(const Site& site,
                                         const UsageError& error) {
  std::string text = error.what();
  auto replace_all = [&text](std::string_view what, std::string_view with) {
    for (size_t at; (at = text.find(what)) != std::string::npos;) {
      text.replace(at, what.size(), with);
    }
  };
  replace_all("--", "");
  for (const auto& collection : site.collections.all()) {
    for (const std::string& path : collection->current()->cdx) {
      replace_all(path, "the collection");
    }
  }
  throw UsageError(text);
}

Response answer_query(const Site& site, Collection* collection, CdxQuery& query,
                      const Request& request) {
  auto answer = std::make_shared<CdxAnswer>(site);
  answer->cdx = open_cdx_files(site, collection);
  const CdxFiles& cdx = *answer->cdx;
  query.lookup.url_key = cdx.url_key;
  cdx::SearchRange range = cdx::lookup_range(query.url, query.lookup);
  if (query.show_pages) return page_counts(cdx, range, query);

  auto time = std::make_shared<PieceTime>(request);
  query.lookup.tick = [time] { time->check(); };
  Response response;
  response.type = type_of(query.output);
  response.compress = query.gzip;
  std::unique_ptr<lines::LineStream> lines;
  std::unique_ptr<LineWriter> writer;
  if (query.show_blocks) {
    for (const auto& generation : cdx.generations) {
      if (generation->access == nullptr) continue;
      throw UsageError(
          "showPagedIndex is not answered by a collection with rules of "
          "access.");
    }
    for (const auto& file : cdx.files) {
      if (file->has_blocks()) continue;
      throw UsageError("showPagedIndex needs a ZipNum; this CDX file is flat.");
    }
    response.type =
        type_of(query.json ? CdxOutput::kJsonLines : CdxOutput::kLines);
    writer = std::make_unique<BlockLines>(query.json);
    lines = cdx::lookup_blocks(cdx.files, range, query.lookup);
  } else {
    auto resume_key = std::make_shared<std::string>();
    if (query.output == CdxOutput::kLink) {
      query.lookup.fields = {"timestamp", "url"};
      writer = memento_links(site, request);
    } else {
      writer = capture_writer(cdx, query, resume_key);
    }
    uint64_t limit = query.lookup.limit;
    if (query.show_resume) ++query.lookup.limit;
    auto found =
        cdx::lookup_lines(cdx.files, range, query.lookup, answer->problems);
    if (query.show_resume) {
      lines =
          std::make_unique<PortionLines>(std::move(found), limit, resume_key);
    } else {
      lines = std::move(found);
    }
  }
  response.stream = std::make_unique<LineBody>(
      std::move(answer), std::move(time), std::move(lines), std::move(writer));
  return response;
}

std::shared_ptr<CdxFiles> open_files(
    const Site& site, Collection* collection,
    Searchables (*open)(const Generation& generation)) {
  auto cdx = std::make_shared<CdxFiles>();
  auto add = [&](Collection& one) {
    auto generation = one.current();
    if (!generation->has_captures()) return;
    if (!cdx->generations.empty() && generation->url_key != cdx->url_key) {
      throw UsageError(
          "The collections have URL keys of different kinds; ask one of them.");
    }
    cdx->url_key = generation->url_key;
    Searchables files = open(*generation);
    cdx->generations.push_back(std::move(generation));
    std::move(files.begin(), files.end(), std::back_inserter(cdx->files));
  };
  if (collection != nullptr) {
    add(*collection);
  } else {
    for (const auto& one : site.collections.all()) add(*one);
  }
  if (cdx->generations.empty()) {
    throw NotFound("This server has no CDX files for this collection.");
  }
  return cdx;
}

}  // namespace

CdxFiles::~CdxFiles() {
  if (!gives_back) return;
  auto file = files.begin();
  for (const auto& generation : generations) {
    Searchables its_files;
    while (its_files.size() < generation->files() && file != files.end()) {
      its_files.push_back(std::move(*file++));
    }
    if (its_files.size() == generation->files()) {
      generation->idle.give(std::move(its_files));
    }
  }
}

std::shared_ptr<CdxFiles> open_cdx_files(const Site& site,
                                         Collection* collection) {
  return open_files(site, collection, open_cdx);
}

std::shared_ptr<CdxFiles> open_whole_cdx_files(const Site& site,
                                               Collection* collection) {
  auto cdx = open_files(site, collection, open_whole_cdx);
  cdx->gives_back = false;
  return cdx;
}

Response answer_cdx_query(const Site& site, Collection* collection,
                          CdxQuery query, const Request& request) {
  try {
    return answer_query(site, collection, query, request);
  } catch (const UsageError& error) {
    throw_about_parameters(site, error);
  }
}

void add_cdx_routes(const Site& site, Router& router) {
  auto add = [&](std::string path, Collection* collection, CdxDialect dialect) {
    router.add(
        "GET", std::move(path),
        [&site, collection, dialect](const Request& request) {
          Response response =
              is_xml_query(request.parameters)
                  ? answer_xml_query(site, collection, request)
                  : answer_cdx_query(
                        site, collection,
                        read_cdx_query(request.parameters, dialect), request);
          response.headers.push_back({"Access-Control-Allow-Origin", "*"});
          return response;
        });
  };
  add("/cdx", nullptr, CdxDialect::kPywb);
  add("/cdx/search/cdx", nullptr, CdxDialect::kWayback);
  for (const auto& one : site.collections.all()) {
    add('/' + one->name() + "/cdx", one.get(), CdxDialect::kPywb);
    add('/' + one->name(), one.get(), CdxDialect::kOutbackCdx);
  }
}

}  // namespace wax::serve
