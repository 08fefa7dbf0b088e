#include "answers/shown/url_captures.h"

#include <iterator>
#include <set>
#include <utility>

#include "answers/requests/parameter_table.h"
#include "answers/shown/collection_answers.h"
#include "cdx/format/capture.h"
#include "cdx/lookup/lookup.h"
#include "io/error.h"

namespace wax::answers {

CaptureLineReader::CaptureLineReader(const Searchables& files,
                                     cdx::UrlKeyKind kind) {
  for (const auto& file : files) {
    cdx::LineFields fields({kCaptureFields.begin(), kCaptureFields.end()},
                           kind);
    fields.allow_missing();
    fields.begin(cdx::format_of(*file), file->name());
    fields_.push_back(std::move(fields));
  }
}

bool CaptureLineReader::read(std::string_view line, size_t file,
                             UrlCapture& capture) {
  cdx::LineFields& fields = fields_[file];
  if (fields.read(line) != cdx::LineFields::Line::kCapture) return false;
  read_capture(fields, capture);
  capture.is_revisit = fields.format().is_revisit(fields[3], fields[9]);
  return true;
}

UrlCaptures::UrlCaptures(const Scope& scope, std::string_view url)
    : scope_(scope) {
  cdx::LookupOptions options;
  options.url_key = scope.generation->url_key;
  options.match = cdx::MatchType::kExact;
  cdx::SearchRange range = cdx::lookup_range(url, options);
  urlkey_ = range.first.substr(0, range.first.find(' '));
  files_ = open_cdx(*scope.generation);
  reader_.emplace(files_, options.url_key);
  if (files_.empty()) return;
  lines_ = cdx::RangeMerger::ascending(files_, range);
  if (const auto other = cdx::other_spelling(url, options)) {
    lines_->join(cdx::RangeMerger::ascending(files_, *other));
  }
}

Scope url_scope_of(const Holdings& holdings, const Request& request) {
  if (request.parameters.get(kIn) != kAllCollections) {
    return scope_of(holdings, request);
  }
  const std::string url(request.parameters.get(kUrl));
  Scope first;
  for (const auto& one : holdings.collections.all()) {
    Request of_one = request;
    of_one.parameters = Parameters(std::string(kIn.name) + '=' + one->name());
    Scope scope = scope_of(holdings, of_one);
    scope.target = target_of(request);
    UrlCapture capture;
    try {
      if (!url.empty() && UrlCaptures(scope, url).next(capture)) return scope;
    } catch (const UsageError&) {
      // No URL, or one without a key.
    }
    if (first.holdings == nullptr) first = std::move(scope);
  }
  return first;
}

bool UrlCaptures::next(UrlCapture& capture) {
  std::string_view line;
  while (lines_ && lines_->next(line)) {
    const size_t file = lines_->file();
    if (reader_->read(line, file, capture)) return true;
    Problem problem;
    problem.id = "cdx-bad-line";
    problem.file = files_[file]->name();
    problem.text =
        "a line is no CDX record: " + std::string(reader_->problem(file));
    ReportedData(scope_).report(std::move(problem));
  }
  return false;
}

index::Missing UrlCaptures::missing() const {
  index::Missing missing;
  missing.others = answers_of(scope_)->gone();
  return missing;
}

ListedCaptures::ListedCaptures(const Generation& generation)
    : generation_(generation),
      files_(open_listed_cdx(generation)),
      reader_(files_, generation.url_key),
      gate_(generation.access, generation.url_key) {}

std::vector<UrlCapture> ListedCaptures::read(const Searchables& files,
                                             CaptureLineReader& reader,
                                             const std::string& urlkey) const {
  std::vector<UrlCapture> captures;
  if (files.empty()) return captures;
  cdx::RangeMerger lines =
      cdx::RangeMerger::ascending(files, {urlkey + ' ', urlkey + '!'});
  UrlCapture capture;
  for (std::string_view line; lines.next(line);) {
    if (reader.read(line, lines.file(), capture)) captures.push_back(capture);
  }
  return captures;
}

std::vector<UrlCapture> ListedCaptures::of(const std::string& urlkey) {
  return read(files_, reader_, urlkey);
}

std::vector<UrlCapture> ListedCaptures::alone_on_their_dates(
    const std::string& urlkey) {
  std::vector<UrlCapture> captures = of(urlkey);
  if (generation_.access == nullptr || captures.empty()) return captures;
  if (!unruled_reader_) {
    unruled_ = open_unruled_cdx(generation_);
    unruled_reader_.emplace(unruled_, generation_.url_key);
  }
  std::set<std::string> unseen;
  for (const UrlCapture& one : read(unruled_, *unruled_reader_, urlkey)) {
    if (!gate_.shows({one.urlkey, one.digest, one.url}, one.date)) {
      unseen.insert(one.date);
    }
  }
  std::erase_if(captures, [&](const UrlCapture& capture) {
    return unseen.contains(capture.date);
  });
  return captures;
}

}  // namespace wax::answers
