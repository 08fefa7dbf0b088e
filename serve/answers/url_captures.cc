#include "serve/answers/url_captures.h"

#include <utility>

#include "cdx/format/capture.h"
#include "cdx/lookup/lookup.h"

namespace wax::serve {

UrlCaptures::UrlCaptures(const Scope& scope, std::string_view url)
    : scope_(scope) {
  cdx::LookupOptions options;
  options.url_key = scope.generation->url_key;
  options.match = cdx::MatchType::kExact;
  cdx::SearchRange range = cdx::lookup_range(url, options);
  urlkey_ = range.first.substr(0, range.first.find(' '));
  files_ = open_cdx(*scope.generation);
  for (const auto& file : files_) {
    cdx::LineFields fields(
        {"urlkey", "timestamp", "url", "mime", "status", "digest", "redirect",
         "length", "offset", "filename"},
        options.url_key);
    fields.allow_missing();
    fields.begin(cdx::format_of(*file), file->name());
    fields_.push_back(std::move(fields));
  }
  if (!files_.empty()) lines_ = cdx::RangeMerger::ascending(files_, range);
}

bool UrlCaptures::next(UrlCapture& capture) {
  std::string_view line;
  while (lines_ && lines_->next(line)) {
    cdx::LineFields& fields = fields_[lines_->file()];
    if (fields.read(line) != cdx::LineFields::Line::kCapture) {
      Problem problem;
      problem.id = "cdx-bad-line";
      problem.file = files_[lines_->file()]->name();
      problem.text =
          "a line is no CDX record: " + std::string(fields.problem());
      ReportedData(scope_).report(std::move(problem));
      continue;
    }
    std::string* values[] = {
        &capture.urlkey, &capture.date,    &capture.url,      &capture.mime,
        &capture.status, &capture.digest,  &capture.redirect, &capture.length,
        &capture.offset, &capture.filename};
    for (size_t i = 0; i < std::size(values); ++i) {
      std::string_view value = fields[i];
      *values[i] = value == "-" ? std::string_view() : value;
    }
    capture.digest = cdx::without_sha1(capture.digest);
    capture.is_revisit = fields.format().is_revisit(fields[3], fields[9]);
    return true;
  }
  return false;
}

}  // namespace wax::serve
