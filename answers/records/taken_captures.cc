#include "answers/records/taken_captures.h"

#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "answers/opened/version_lines.h"
#include "answers/records/stored_record.h"
#include "answers/shown/collection_answers.h"
#include "answers/shown/open_cdx.h"
#include "answers/shown/url_captures.h"
#include "cdx/url/search_range.h"
#include "index/store/index_reader.h"
#include "io/error.h"
#include "warc/record/date.h"

namespace wax::answers {
namespace {

// An empty one would stand for all captures.
void check_url(std::string_view url) {
  if (url.empty()) throw UsageError("The URL is missing.");
}

std::shared_ptr<CdxFiles> files_of(const Scope& scope) {
  return open_listed_cdx_files(*scope.holdings,
                               scope.holdings->collections.find(scope.name()));
}

class CapturesOfHits final : public TakenCaptures {
 public:
  CapturesOfHits(const Scope& scope, const SearchRequest& request,
                 std::function<void()> tick)
      : scope_(scope),
        tick_(std::move(tick)),
        documents_(answers_of(scope_)->documents(request, tick_)) {
    if (!scope_.is_all()) lines_ = lines_of(scope_);
    for (const Scope& one : scope_.members) lines_of(one);
  }

  bool next(TakenCapture& taken) override {
    std::string_view line;
    while (true) {
      while (lines_ != nullptr && lines_->lines.next(line)) {
        if (!lines_->reader.read(line, lines_->lines.file(), taken.capture)) {
          continue;
        }
        taken.title = title_;
        return true;
      }
      if (!documents_->next(kFields, document_)) return false;
      lines_ = lines_of(documents_->scope());
      title_ = index::value_of(document_, "title");
      if (lines_ == nullptr) {
        capture_of_document(taken);
        return true;
      }
      lines_->lines.begin(index::value_of(document_, "urlkey"),
                          index::value_of(document_, "digest"));
    }
  }

  [[nodiscard]] std::vector<std::string> missing() const override {
    return documents_->missing().reasons();
  }

 private:
  // The captures of a collection.
  struct Lines {
    explicit Lines(const Generation& generation, std::function<void()> tick)
        : lines(open_listed_cdx(generation), generation.url_key,
                std::move(tick)),
          reader(lines.files(), generation.url_key) {}
    VersionLines lines;
    CaptureLineReader reader;
  };

  // Null when the collection has no CDX files.
  Lines* lines_of(const Scope& one) {
    auto [found, is_new] = opened_.try_emplace(one.collection);
    if (is_new && one.generation->has_captures()) {
      found->second = std::make_unique<Lines>(*one.generation, tick_);
    }
    return found->second.get();
  }

  void capture_of_document(TakenCapture& taken) const {
    const FoundPage page = found_page(document_);
    taken.capture = {};
    taken.capture.urlkey = index::value_of(document_, "urlkey");
    taken.capture.date = page.first_date();
    taken.capture.url = page.url;
    taken.capture.mime = page.type;
    taken.capture.status = digits_of(page.status);
    taken.capture.digest = page.digest;
    taken.capture.offset = page.offset;
    taken.capture.filename = page.filename;
    taken.title = title_;
  }

  inline static const std::vector<std::string> kFields = {
      "urlkey", "digest", "title",    "url",   "date",
      "type",   "status", "filename", "offset"};

  Scope scope_;
  std::function<void()> tick_;
  std::unique_ptr<DocumentStream> documents_;
  std::map<const Collection*, std::unique_ptr<Lines>> opened_;
  Lines* lines_ = nullptr;  // of the document
  index::StoredDocument document_;
  std::string title_;
};

class CapturesOfUrl final : public TakenCaptures {
 public:
  CapturesOfUrl(const Scope& scope, const std::string& url, std::string from,
                std::string to, std::function<void()> tick)
      : scope_(scope), files_(files_of(scope_)) {
    check_url(url);
    cdx::LookupOptions options;
    options.url_key = files_->url_key;
    options.from = std::move(from);
    options.to = std::move(to);
    options.tick = std::move(tick);
    captures_.emplace(files_->files, url, std::move(options), problems_);
  }
  bool next(TakenCapture& taken) override {
    taken.title.clear();
    return captures_->next(taken.capture);
  }
  [[nodiscard]] std::vector<std::string> missing() const override {
    return files_->gone();
  }

 private:
  Scope scope_;
  std::shared_ptr<CdxFiles> files_;
  ReportedData problems_{scope_};
  std::optional<FoundCaptures> captures_;
};

class CapturesOfWebsite final : public TakenCaptures {
 public:
  CapturesOfWebsite(const Scope& scope, std::string url,
                    const std::string& date, std::function<void()> tick)
      : scope_(scope),
        files_(files_of(scope_)),
        date_(warc::last_second(date)) {
    cdx::LookupOptions options;
    options.url_key = files_->url_key;
    options.match = match_of(url);
    check_url(url);
    options.tick = std::move(tick);
    captures_.emplace(files_->files, url, std::move(options), problems_);
    has_ahead_ = captures_->next(ahead_);
  }

  bool next(TakenCapture& taken) override {
    if (!has_ahead_) return false;
    taken.title.clear();
    taken.capture = ahead_;
    int64_t least = distance(ahead_);
    while ((has_ahead_ = captures_->next(ahead_)) &&
           ahead_.urlkey == taken.capture.urlkey) {
      const int64_t its = distance(ahead_);
      if (its >= least) continue;
      least = its;
      taken.capture = ahead_;
    }
    return true;
  }
  [[nodiscard]] std::vector<std::string> missing() const override {
    return files_->gone();
  }

 private:
  // What is no part of the URL is cut off.
  static cdx::MatchType match_of(std::string& url) {
    if (url.starts_with("*.")) {
      url.erase(0, 2);
      return cdx::MatchType::kDomain;
    }
    if (url.ends_with('*')) url.pop_back();
    const size_t scheme = url.find("://");
    const size_t slash = url.find('/', scheme == url.npos ? 0 : scheme + 3);
    return slash == url.npos || slash + 1 == url.size()
               ? cdx::MatchType::kHost
               : cdx::MatchType::kPrefix;
  }

  [[nodiscard]] int64_t distance(const UrlCapture& capture) const {
    return std::abs(warc::last_second(capture.date) - date_);
  }

  Scope scope_;
  std::shared_ptr<CdxFiles> files_;
  ReportedData problems_{scope_};
  int64_t date_;
  std::optional<FoundCaptures> captures_;
  UrlCapture ahead_;  // of the next URL
  bool has_ahead_ = false;
};

}  // namespace

std::unique_ptr<TakenCaptures> captures_of_hits(const Scope& scope,
                                                const SearchRequest& request,
                                                std::function<void()> tick) {
  return std::make_unique<CapturesOfHits>(scope, request, std::move(tick));
}

std::unique_ptr<TakenCaptures> captures_of_url(const Scope& scope,
                                               const std::string& url,
                                               std::string from, std::string to,
                                               std::function<void()> tick) {
  return std::make_unique<CapturesOfUrl>(scope, url, std::move(from),
                                         std::move(to), std::move(tick));
}

std::unique_ptr<TakenCaptures> captures_of_website(const Scope& scope,
                                                   std::string url,
                                                   const std::string& date,
                                                   std::function<void()> tick) {
  return std::make_unique<CapturesOfWebsite>(scope, std::move(url), date,
                                             std::move(tick));
}

}  // namespace wax::answers
