#include <algorithm>

#include "answers/opened/submitted.h"
#include "cdx/format/legend.h"
#include "io/error.h"
#include "text/ascii.h"

namespace wax::answers {
namespace {

enum : size_t {
  kPostedDate,
  kPostedUrl,
  kPostedStatus,
  kPostedSize,
  kPostedOffset,
  kPostedKey
};

cdx::ConvertOptions conversion(const PostedForm& form, bool rekey) {
  cdx::ConvertOptions options;
  options.json = form.format.json;
  options.legend = form.format.legend;
  options.whole_seconds = true;
  if (rekey) options.rekey = form.url_key;
  return options;
}

bool is_number_or_none(std::string_view value) {
  return value == "-" || text::all_digits(value);
}

}  // namespace

PostedLines::Reader::Reader(const cdx::LineFormat& format,
                            const PostedForm& form)
    : fields({"timestamp", "url", "status", "length", "offset", "urlkey"}),
      rekey(conversion(form, true)),
      keep_key(conversion(form, false)) {
  fields.allow_missing();
  fields.begin(format, "the request");
  rekey.begin(format);
  keep_key.begin(format);
}

PostedLines::PostedLines(io::ByteSource& bytes, PostedForm form)
    : bytes_(&bytes), form_(std::move(form)) {}

bool PostedLines::next_text(std::string_view& line) {
  bytes_->consume(used_);
  used_ = 0;
  std::string_view seen = bytes_->peek();
  if (seen.empty()) return false;
  ++number_;
  size_t end = seen.find('\n');
  if (end == seen.npos) {
    seen = bytes_->peek(kMostPostedLine + 1);
    end = seen.find('\n');
    if (end == seen.npos && seen.size() > kMostPostedLine) {
      throw UsageError("Line " + std::to_string(number_) +
                       " is longer than 1 MiB.");
    }
  }
  line = seen.substr(0, end);
  used_ = std::min(line.size() + 1, seen.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

PostedLines::Reader* PostedLines::reader_for(std::string_view line) {
  cdx::LineFormat format;
  format.json = cdx::field(line, 2).starts_with('{');
  if (!format.json) {
    auto legend = legend_ ? legend_ : cdx::guess_legend(line);
    if (!legend || legend->letters == cdx::kCdx7) return nullptr;
    format.legend = *std::move(legend);
  }
  std::string name = format.json ? "json" : format.legend.header();
  auto& reader = readers_[name];
  if (reader == nullptr) {
    reader = std::make_unique<Reader>(std::move(format), form_);
  }
  return reader.get();
}

std::string_view PostedLines::read(std::string_view line) {
  if (line.starts_with("@alias ")) {
    return "this server has no aliases of URLs";
  }
  Reader* reader = reader_for(line);
  if (reader == nullptr) {
    return "it is neither CDXJ nor CDX with 9, 10, 11 or 14 fields";
  }
  cdx::LineFields& fields = reader->fields;
  if (fields.read(line) != cdx::LineFields::Line::kCapture) {
    return fields.problem().empty() ? "it is no capture" : fields.problem();
  }
  if (fields[kPostedDate].size() != 14 ||
      !text::all_digits(fields[kPostedDate])) {
    return "its date does not have 14 digits";
  }
  if (fields[kPostedUrl] == "-") return "it has no URL";
  if (!is_number_or_none(fields[kPostedStatus]))
    return "its status is no number";
  if (!is_number_or_none(fields[kPostedSize])) return "its length is no number";
  if (!is_number_or_none(fields[kPostedOffset])) {
    return "its offset is no number";
  }
  bool has_body = fields[kPostedKey].find("__wb_method=") != line.npos;
  made_.clear();
  if (form_.keys_only) {
    if (has_body) {
      made_ = fields[kPostedKey];
    } else if (!cdx::append_url_key(form_.url_key, fields[kPostedUrl], made_)) {
      return "its URL has no key";
    }
    made_.append(" ").append(fields[kPostedDate]);
    return {};
  }
  auto& converter = has_body ? reader->keep_key : reader->rekey;
  switch (converter.convert(line, made_)) {
    case cdx::LineConverter::Result::kDone:
      return {};
    case cdx::LineConverter::Result::kNoUrl:
      return "it has no URL";
    case cdx::LineConverter::Result::kBad:
      break;
  }
  return converter.problem();
}

bool PostedLines::next(std::string_view& line) {
  std::string_view text;
  while (next_text(text)) {
    if (text.empty() || cdx::is_metadata(text)) continue;
    if (cdx::is_header(text)) {
      legend_ = cdx::parse_header(text);
      continue;
    }
    std::string_view problem = read(text);
    if (problem.empty()) {
      ++count_;
      line = made_;
      return true;
    }
    if (form_.skip_bad) continue;
    throw UsageError("Line " + std::to_string(number_) +
                     " is no capture: " + std::string(problem) +
                     ". Nothing of this request was taken.");
  }
  return false;
}

}  // namespace wax::answers
