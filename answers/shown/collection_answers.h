// What a collection answers, wherever it is: here, or with the servers of its
// shards. Who asks need not know which.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/requests/search_request.h"
#include "answers/shown/found_page.h"
#include "answers/shown/holdings.h"
#include "answers/shown/search_answer.h"
#include "answers/shown/version_text.h"
#include "index/match/hits.h"
#include "index/search/document_values.h"
#include "index/store/index_reader.h"

namespace wax::answers {

// All documents that a search finds, one after the other. One thread at a time
// uses an object.
class DocumentStream {
 public:
  virtual ~DocumentStream() = default;

  // The next one, with the values of these fields at least; one that cannot be
  // read is reported and left out. False after the last one.
  [[nodiscard]] virtual bool next(const std::vector<std::string>& fields,
                                  index::StoredDocument& document) = 0;
  // The scope of the collection that has the last one.
  [[nodiscard]] virtual const Scope& scope() const = 0;
  // Why some may be missing.
  [[nodiscard]] virtual index::Missing missing() const = 0;
};

// Any number of threads may call its functions. Of a collection that is not
// here, all but reader(), gone() and reasons() throw NoShards when no server is
// there.
class CollectionAnswers {
 public:
  virtual ~CollectionAnswers() = default;

  // The full text. Throws UsageError without one, or when other servers have
  // it.
  [[nodiscard]] virtual const index::IndexReader& reader() const = 0;
  // Throws UsageError when the collection is here and has no full text.
  virtual void check_text() const = 0;
  // Throws as check_text().
  [[nodiscard]] virtual index::FieldNames names() const = 0;
  [[nodiscard]] virtual std::vector<std::string> stored_fields() const = 0;
  // How many documents can be found; nothing when there is no full text.
  [[nodiscard]] virtual std::optional<uint64_t> visible_documents() const = 0;
  // How many of them are pages: what "*" finds. Nothing, too, when a part of
  // the full text cannot be read or its server is not there.
  [[nodiscard]] virtual std::optional<uint64_t> visible_pages() const = 0;

  // Throws as check_text(), index::QueryError, and UsageError for fields by
  // which is not sorted, collapsed or counted.
  [[nodiscard]] virtual SearchAnswer search(
      const SearchRequest& request) const = 0;
  // When hits are collapsed, the best per_group of each group. Calls `tick`,
  // which may be null, before each document. The stream outlives this. Throws
  // as search(), and OutOfTime.
  [[nodiscard]] virtual std::unique_ptr<DocumentStream> documents(
      const SearchRequest& request, std::function<void()> tick) const = 0;

  // What the full text has of a URL key: its versions, in no order; at most
  // 1000. Digests are without "sha1:". In a collection here that has CDX files,
  // what cannot be read is missing, and told as in searches; without them, it
  // is thrown.
  [[nodiscard]] virtual std::vector<FoundPage> versions(
      const std::string& urlkey) const = 0;
  // The text of a version; see version_text().
  [[nodiscard]] virtual std::optional<VersionText> version(
      std::string_view url, std::string_view digest) const = 0;

  // Adds the URLs of documents with this digest, until there are `most` URLs;
  // none without a full text. Throws OutOfTime, and what reading throws.
  virtual void add_urls_of_digest(const std::string& digest, size_t most,
                                  std::vector<std::string>& urls) const = 0;
  // How many lines of its CDX files may be read to find one.
  [[nodiscard]] virtual uint64_t most_lines() const = 0;

  // Why captures may be missing.
  [[nodiscard]] virtual std::vector<std::string> gone() const = 0;
  // Why any answer may lack something.
  [[nodiscard]] virtual std::vector<std::string> reasons() const = 0;
};

// For the state that the scope has, which outlives it.
[[nodiscard]] std::unique_ptr<const CollectionAnswers> answers_of(
    const Scope& scope);

}  // namespace wax::answers
