#include "answers/shown/collection_answers.h"

#include <algorithm>
#include <utility>

#include "answers/requests/message.h"
#include "answers/requests/parameter_table.h"
#include "answers/shown/joined_documents.h"
#include "answers/shown/joined_search.h"
#include "answers/shown/url_history.h"
#include "cdx/format/capture.h"
#include "cdx/url/url_key.h"
#include "index/search/results.h"
#include "index/search/searcher.h"
#include "index/search/versions.h"
#include "io/error.h"
#include "warc/record/digest.h"

namespace wax::answers {
namespace {

VersionText text_of(const index::StoredDocument& document) {
  const bool is_rendered = std::ranges::any_of(document, [](const auto& value) {
    return value.first == "text_used" && value.second == "rendered";
  });
  return {found_page(document), index::value_of(document, "content"),
          index::value_of(document, "author"),
          index::value_of(document, "published"), is_rendered};
}

bool is_of_digest(std::string_view one, std::string_view other) {
  return warc::normal_digest(one) == warc::normal_digest(other);
}

class DocumentsHere final : public DocumentStream {
 public:
  DocumentsHere(const Scope& scope, const SearchRequest& request,
                std::function<void()> tick)
      : scope_(scope),
        from_(&scope_),
        tick_(std::move(tick)),
        found_(found_documents(scope_, request)) {}

  bool next(const std::vector<std::string>& fields,
            index::StoredDocument& document) override {
    for (;;) {
      if (tick_) tick_();
      const std::optional<uint64_t> found = found_.take();
      if (!found) return false;
      from_ = &scope_.of_document(*found);
      if (read(*found, fields, document)) return true;
    }
  }
  [[nodiscard]] const Scope& scope() const override { return *from_; }
  [[nodiscard]] index::Missing missing() const override {
    return found_.missing;
  }

 private:
  bool read(uint64_t found, const std::vector<std::string>& fields,
            index::StoredDocument& document) {
    try {
      reader_of(scope_).document(found, fields, document);
      return true;
    } catch (const Error& error) {
      ReportedData(scope_).report({Severity::kLost, "unreadable-document",
                                   scope_.name(), std::nullopt, error.what()});
      if (!found_.missing.any()) scope_.count_incomplete();
      ++found_.missing.documents;
      return false;
    }
  }

  Scope scope_;
  const Scope* from_;
  std::function<void()> tick_;
  FoundDocuments found_;
};

class DocumentsOfShards final : public DocumentStream {
 public:
  DocumentsOfShards(const Scope& scope, const SearchRequest& request,
                    std::function<void()> tick)
      : scope_(scope), tick_(std::move(tick)), joined_(scope_, request) {}

  bool next(const std::vector<std::string>&,
            index::StoredDocument& document) override {
    if (tick_) tick_();
    return joined_.next(document);
  }
  [[nodiscard]] const Scope& scope() const override { return scope_; }
  [[nodiscard]] index::Missing missing() const override {
    return joined_.missing();
  }

 private:
  Scope scope_;
  std::function<void()> tick_;
  JoinedDocuments joined_;
};

class AnswersHere final : public CollectionAnswers {
 public:
  explicit AnswersHere(const Scope& scope) : scope_(scope) {}

  [[nodiscard]] const index::IndexReader& reader() const override {
    if (text() != nullptr) return *text();
    throw UsageError(scope_.is_all()
                         ? "No collection has full text, only captures."
                         : "The collection \"" + scope_.name() +
                               "\" has no full text, only captures.");
  }
  void check_text() const override { (void)reader(); }
  [[nodiscard]] index::FieldNames names() const override {
    return index::field_names(reader());
  }
  [[nodiscard]] std::vector<std::string> stored_fields() const override {
    return reader().stored_fields();
  }
  [[nodiscard]] std::optional<uint64_t> visible_documents() const override {
    if (text() == nullptr) return std::nullopt;
    return text()->documents() - text()->deleted();
  }
  [[nodiscard]] std::optional<uint64_t> visible_pages() const override {
    if (text() == nullptr || !reasons().empty()) return std::nullopt;
    for (const Scope& one : scope_.members) {
      if (!one.generation->lost->reasons().empty()) return std::nullopt;
    }
    return index::count_pages(*text());
  }

  [[nodiscard]] SearchAnswer search(
      const SearchRequest& request) const override {
    ReportedData problems(scope_);
    return answer_search(searched_index(scope_, problems), request);
  }
  [[nodiscard]] std::unique_ptr<DocumentStream> documents(
      const SearchRequest& request, std::function<void()> tick) const override {
    return std::make_unique<DocumentsHere>(scope_, request, std::move(tick));
  }

  [[nodiscard]] std::vector<FoundPage> versions(
      const std::string& urlkey) const override {
    std::vector<FoundPage> pages;
    if (text() == nullptr) return pages;
    index::Query query;
    query.kind = index::Query::Kind::kExact;
    query.field = "urlkey";
    query.values = {urlkey};
    ReportedData problems(scope_);
    index::SearchOptions options;
    // CDX files have the captures that no shard can tell.
    if (scope_.generation->has_captures()) options.problems = &problems;
    index::Hits hits;
    try {
      hits = index::Searcher(*text()).search(query, 0, kMostHits, options);
    } catch (const UsageError&) {
      throw;
    } catch (const Error&) {
      if (options.problems == nullptr) throw;
      scope_.count_incomplete();
      return pages;
    }
    index::StoredDocument values;
    const std::vector<std::string> fields = fields_of_found_page();
    for (const index::Hit& hit : hits.best) {
      try {
        text()->document(hit.document, fields, values);
      } catch (const Error& error) {
        if (options.problems == nullptr) throw;
        problems.report({Severity::kLost, "unreadable-document", scope_.name(),
                         std::nullopt, error.what()});
        ++hits.missing.documents;
        continue;
      }
      pages.push_back(found_page(values));
      pages.back().digest = cdx::without_sha1(pages.back().digest);
    }
    if (hits.missing.any()) scope_.count_incomplete();
    return pages;
  }
  [[nodiscard]] std::optional<VersionText> version(
      std::string_view url, std::string_view digest) const override {
    if (text() == nullptr) return std::nullopt;
    auto [versions, missing] =
        index::versions_of(*text(), url, limits_of(scope_));
    if (missing.out_of_time) throw OutOfTime();
    for (const index::PageVersion& version : versions) {
      if (!is_of_digest(version.digest, digest)) continue;
      std::vector<std::string> fields = fields_of_found_page();
      fields.insert(fields.end(),
                    {"content", "author", "published", "text_used"});
      index::StoredDocument values;
      text()->document(version.document, fields, values);
      return text_of(values);
    }
    return std::nullopt;
  }

  void add_urls_of_digest(const std::string& digest, size_t most,
                          std::vector<std::string>& urls) const override {
    if (text() == nullptr) return;
    index::Query query;
    query.kind = index::Query::Kind::kExact;
    query.field = "digest";
    query.values = {digest};
    index::StoredDocument document;
    const auto missing =
        index::each_hit(*text(), query, {}, [&](const index::Hit& hit) {
          text()->document(hit.document, {"url"}, document);
          urls.push_back(index::value_of(document, "url"));
          return urls.size() < most;
        });
    if (missing.out_of_time) throw OutOfTime();
  }
  [[nodiscard]] uint64_t most_lines() const override { return UINT64_MAX; }

  [[nodiscard]] std::vector<std::string> gone() const override { return {}; }
  [[nodiscard]] std::vector<std::string> reasons() const override {
    return scope_.generation->lost->reasons();
  }

 private:
  // Null: none.
  [[nodiscard]] const index::IndexReader* text() const {
    return scope_.generation->reader.get();
  }

  const Scope& scope_;
};

class AnswersOfShards final : public CollectionAnswers {
 public:
  explicit AnswersOfShards(const Scope& scope)
      : scope_(scope), session_(*scope.generation->shards) {}

  [[nodiscard]] const index::IndexReader& reader() const override {
    throw UsageError(
        "Other servers have the collection \"" + scope_.name() +
        "\", and this answer cannot be joined from theirs; ask them.");
  }
  void check_text() const override {}
  [[nodiscard]] index::FieldNames names() const override {
    return joined_facts(scope_).fields;
  }
  [[nodiscard]] std::vector<std::string> stored_fields() const override {
    return joined_facts(scope_).stored_fields;
  }
  [[nodiscard]] std::optional<uint64_t> visible_documents() const override {
    const ShardFacts facts = joined_facts(scope_);
    if (!facts.has_text) return std::nullopt;
    return facts.documents;
  }
  [[nodiscard]] std::optional<uint64_t> visible_pages() const override {
    // The facts that are known may be older than the rules of the shards.
    scope_.generation->shards->renew_old(scope_.deadline);
    return joined_facts(scope_).pages;
  }

  [[nodiscard]] SearchAnswer search(
      const SearchRequest& request) const override {
    return joined_search(scope_, request);
  }
  [[nodiscard]] std::unique_ptr<DocumentStream> documents(
      const SearchRequest& request, std::function<void()> tick) const override {
    return std::make_unique<DocumentsOfShards>(scope_, request,
                                               std::move(tick));
  }

  [[nodiscard]] std::vector<FoundPage> versions(
      const std::string& urlkey) const override {
    std::vector<FoundPage> pages;
    if (!joined_facts(scope_).has_text) return pages;
    for (SearchHit& hit :
         joined_search(scope_, search_for_versions(scope_, urlkey)).hits) {
      pages.push_back(std::move(hit.page));
      pages.back().digest = cdx::without_sha1(pages.back().digest);
    }
    return pages;
  }
  [[nodiscard]] std::optional<VersionText> version(
      std::string_view url, std::string_view digest) const override {
    if (!joined_facts(scope_).has_text) return std::nullopt;
    SearchRequest request = search_for_versions(
        scope_, cdx::url_key(scope_.generation->url_key, std::string(url)));
    for (const SearchHit& hit : joined_search(scope_, request).hits) {
      if (!is_of_digest(hit.page.digest, digest)) continue;
      // Its text, without those of the others.
      request.filters.emplace_back("digest", hit.page.digest);
      request.with_content = true;
      request.count = 1;
      const SearchAnswer found = joined_search(scope_, request);
      if (found.hits.empty()) break;
      return text_of(found.hits.front().shown.document);
    }
    return std::nullopt;
  }

  void add_urls_of_digest(const std::string& digest, size_t most,
                          std::vector<std::string>& urls) const override {
    SearchRequest request;
    request.filters = {{"digest", digest}};
    request.other_records = true;
    request.boosts.emplace();
    request.count = most;
    const SearchAnswer answer = joined_search(scope_, request);
    if (answer.missing.out_of_time) throw OutOfTime();
    for (const SearchHit& hit : answer.hits) urls.push_back(hit.page.url);
  }
  [[nodiscard]] uint64_t most_lines() const override { return 100'000; }

  [[nodiscard]] std::vector<std::string> gone() const override {
    return session_.gone();
  }
  [[nodiscard]] std::vector<std::string> reasons() const override {
    std::vector<std::string> reasons = scope_.generation->lost->reasons();
    return reasons.empty() ? session_.reasons() : reasons;
  }

 private:
  const Scope& scope_;
  const ShardSession& session_;
};

}  // namespace

std::unique_ptr<const CollectionAnswers> answers_of(const Scope& scope) {
  if (scope.generation->shards != nullptr) {
    return std::make_unique<AnswersOfShards>(scope);
  }
  return std::make_unique<AnswersHere>(scope);
}

}  // namespace wax::answers
