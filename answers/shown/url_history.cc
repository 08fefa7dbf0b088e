#include "answers/shown/url_history.h"

#include <algorithm>
#include <map>

#include "answers/requests/parameter_table.h"
#include "answers/shown/collection_answers.h"
#include "cdx/format/capture.h"

namespace wax::answers {
namespace {

// The place of the record is known of the first capture alone.
void list_captures_of(const FoundPage& page, UrlHistory& history) {
  for (const std::string& date : page.dates) {
    UrlCapture& capture = history.captures.emplace_back().capture;
    capture.date = date;
    capture.url = page.url;
    capture.mime = page.type;
    capture.status = digits_of(page.status);
    capture.digest = page.digest;
    if (date != page.first_date()) continue;
    capture.length = page.length;
    capture.filename = page.filename;
    capture.offset = page.offset;
  }
}

void find_versions(UrlHistory& history) {
  std::map<std::string, size_t> by_digest;
  for (ListedCapture& listed : history.captures) {
    const UrlCapture& capture = listed.capture;
    auto [found, is_new] =
        by_digest.try_emplace(capture.digest, history.versions.size());
    listed.repeats = !capture.digest.empty() && !is_new;
    if (!listed.repeats) {
      found->second = history.versions.size();
      UrlVersion& version = history.versions.emplace_back();
      version.number = history.versions.size();
      version.first = capture;
    }
    UrlVersion& version = history.versions[found->second];
    version.last = capture.date;
    ++version.captures;
    listed.version = version.number;
    if (capture.is_revisit) {
      ++history.revisits;
    } else if (listed.repeats) {
      ++history.duplicates;
    }
  }
}

}  // namespace

SearchRequest search_for_versions(const Scope& scope,
                                  const std::string& urlkey) {
  SearchRequest request;
  request.filters = {{"urlkey", urlkey}};
  request.count = kMostHits;
  request.deadline = scope.deadline;
  return request;
}

UrlHistory url_history(const Scope& scope, std::string_view url) {
  UrlHistory history;
  UrlCaptures captures(scope, url);
  history.urlkey = captures.urlkey();
  UrlCapture capture;
  while (!history.is_cut && captures.next(capture)) {
    history.is_cut = history.captures.size() == kMostListed;
    if (!history.is_cut) history.captures.push_back({capture});
  }
  std::vector<FoundPage> pages = answers_of(scope)->versions(history.urlkey);
  if (!scope.generation->has_captures()) {
    for (const FoundPage& page : pages) list_captures_of(page, history);
  }
  std::stable_sort(history.captures.begin(), history.captures.end(),
                   [](const ListedCapture& a, const ListedCapture& b) {
                     return a.capture.date < b.capture.date;
                   });
  find_versions(history);
  std::map<std::string_view, const FoundPage*> by_digest;
  for (const FoundPage& page : pages) by_digest[page.digest] = &page;
  for (UrlVersion& version : history.versions) {
    auto found = by_digest.find(version.first.digest);
    version.has_text = found != by_digest.end();
    if (!version.has_text) continue;
    version.title = found->second->title;
    if (!version.title.empty()) history.title = version.title;
  }
  history.url = history.captures.empty() ? std::string(url)
                                         : history.captures.back().capture.url;
  return history;
}

}  // namespace wax::answers
