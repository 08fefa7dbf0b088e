#include "collection/import/rendered_pages.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "collection/import/archive_list.h"
#include "collection/segment/page_text.h"
#include "document/maker/rendered_text.h"
#include "io/error.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"

namespace wax::collection {
namespace {

constexpr int64_t kBeforeCapture = 2;
constexpr int64_t kLongestVisit = 600;
constexpr int64_t kSameCrawl = 24 * 60 * 60;

class PageLineProblems final : public ProblemSink {
 public:
  explicit PageLineProblems(ProblemSink& to) : to_(&to) {}
  void report(Problem problem) override {
    if (problem.id == "bad-page-line") to_->report(std::move(problem));
  }

 private:
  ProblemSink* to_;
};

std::vector<ListedArchive> archives_of(const std::vector<std::string>& inputs) {
  std::vector<ListedArchive> archives;
  for (const std::string& path : inputs) {
    if (path == "-") {
      throw UsageError(
          "archives are read twice for rendered texts: name files");
    }
    try {
      if (is_archive(path)) archives.push_back({path, ""});
    } catch (const IoError&) {
      // Reading its pages reports it.
    }
  }
  return archives;
}

}  // namespace

RenderedPages::RenderedPages(const std::vector<std::string>& inputs,
                             const ImportOptions& options,
                             ProblemSink& problems)
    : folder_(options.tmpdir, "wax-text") {
  ImportOptions texts = options;
  cdx::ImportRulesArgs rules;
  rules.types = {"text/plain"};
  texts.rules = cdx::import_rules(rules);
  const std::string path = folder_.path() + "/texts";
  const cdx::UrlKeyKind kind = options.identity.key_kind();
  PageLineProblems reported(problems);
  SegmentWriter writer(path, kind, false);
  Importer importer(texts, writer, reported);
  importer.import_archives(archives_of(inputs));
  (void)importer.finish();
  writer.finish("{}\n");
  reader_ = std::make_unique<SegmentReader>(path);
  uint64_t position = 0;
  for (DocumentKey key; reader_->next_key(key); ++position) {
    if (!is_page_text(key.urlkey)) continue;
    const std::string url = cdx::page_of_record(key.urlkey);
    const auto time = warc::seconds_of_date(key.date);
    if (url.empty() || !time) continue;
    texts_[cdx::url_key(kind, url)].push_back({*time, position});
  }
  for (auto& [page, all] : texts_) {
    std::ranges::stable_sort(all, {}, &Text::time);
  }
}

std::vector<RenderedPages::Text> RenderedPages::texts_of(
    const document::Document& page) const {
  std::vector<Text> found;
  const auto all = texts_.find(page.urlkey);
  const auto time = warc::seconds_of_date(page.date);
  if (all == texts_.end() || !time) return found;
  for (const Text& text : all->second) {
    const int64_t after = text.time - *time;
    if (after < -kBeforeCapture || after > kSameCrawl) continue;
    if (after > kLongestVisit && !found.empty()) break;
    found.push_back(text);
    if (after > kLongestVisit) break;
  }
  return found;
}

void RenderedPages::complete(document::Document& page) {
  if (page.noindex || warc::type_family(page.type) != "html") return;
  document::RenderedText rendered;
  rendered.begin();
  document::Document text;
  for (const Text& found : texts_of(page)) {
    {
      std::lock_guard lock(mutex_);
      reader_->read(found.position, text);
    }
    if (page.title.empty() && text.title != page.url) page.title = text.title;
    rendered.add(text.content);
  }
  if (!rendered.empty()) (void)rendered.join(page);
}

}  // namespace wax::collection
