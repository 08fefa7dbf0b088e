#include "collection/import/rendered_pages.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "cdx/dedup/import_rules.h"
#include "cdx/indexer/indexer.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "collection/import/archive_list.h"
#include "collection/import/capture_reader.h"
#include "collection/segment/page_text.h"
#include "document/maker/rendered_text.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "warc/http/media_type.h"
#include "warc/reader/reader.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

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

// Calls `take` with each capture of an archive, as far as it can be read.
template <typename Take>
void each_capture(const std::string& path, const cdx::IndexOptions& index,
                  Take take) {
  NoProblems none;
  try {
    cdx::Indexer indexer(warc::open_archive(io::open_input(path), none), path,
                         path, index, none);
    while (const cdx::Capture* capture = indexer.next()) take(*capture);
  } catch (const IoError&) {
    // Reading its pages reports it.
  }
}

bool may_be_imported(const cdx::Capture& capture,
                     const cdx::ImportRules& rules) {
  const std::string type = warc::bare_type(capture.mime);
  const cdx::Verdict verdict =
      rules.judge({cdx::CaptureFacts::Record::kUnknown, capture.url,
                   capture.status, type});
  return verdict == cdx::Verdict::kTaken ||
         verdict == cdx::Verdict::kUncertain;
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
  const std::vector<ListedArchive> archives = archives_of(inputs);
  importer.import_archives(archives);
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
  if (!texts_.empty()) join(archives, options);
}

void RenderedPages::join(const std::vector<ListedArchive>& archives,
                         const ImportOptions& options) {
  std::unordered_map<std::string, std::vector<PageCapture>> captures;
  const cdx::IndexOptions index = index_options(options);
  for (const ListedArchive& archive : archives) {
    each_capture(archive.path, index, [&](const cdx::Capture& capture) {
      const auto time = warc::seconds_of_date(capture.date);
      if (!time || !texts_.contains(capture.urlkey)) return;
      const bool is_revisit = capture.mime == "warc/revisit";
      if (!is_revisit && !may_be_imported(capture, options.rules)) return;
      captures[capture.urlkey].push_back(
          {*time, warc::normal_digest(capture.digest), !is_revisit});
    });
  }
  for (auto& [page, all] : captures) {
    std::ranges::stable_sort(all, {}, &PageCapture::time);
    for (Text& text : texts_.find(page)->second) {
      const auto found = capture_of_text(all, text.time);
      if (found) text.of = all[found->page];
    }
  }
}

std::vector<RenderedPages::Text> RenderedPages::texts_of(
    const document::Document& page) const {
  std::vector<Text> found;
  const auto all = texts_.find(page.urlkey);
  const auto time = warc::seconds_of_date(page.date);
  if (all == texts_.end() || !time) return found;
  for (const Text& text : all->second) {
    if (text.of && text.of->time == *time && text.of->version == page.digest) {
      found.push_back(text);
    }
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
