// The values of documents by which hits are sorted, collapsed and counted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/schema/columns.h"
#include "index/store/column_values.h"
#include "index/store/index_directory.h"
#include "index/store/index_reader.h"
#include "index/store/limits.h"

namespace wax::index {

struct Shard;

// The kind of the values of a field.
struct ValueKind {
  bool is_number = false;
  std::optional<ColumnKind> column;
};

// The fields of an index. A reader may be a part of one, and lack some of them.
struct FieldNames {
  ColumnNames columns;
  std::vector<std::string> all;

  friend bool operator==(const FieldNames&, const FieldNames&) = default;
};
[[nodiscard]] FieldNames field_names(const IndexReader& reader);

// Throws UsageError for a field whose values cannot be counted, by which cannot
// be sorted and collapsed; `what` is the word that asks for it, for messages.
[[nodiscard]] ValueKind wanted_kind(const FieldNames& names,
                                    const std::string& name, const char* what);
// The fields that it takes.
[[nodiscard]] std::vector<std::string> fields_of_values(
    const FieldNames& names);

// The value of a term of such a field, as a number and as it is shown.
[[nodiscard]] double number_of(const ValueKind& kind, std::string_view term);
[[nodiscard]] std::string shown_value(const ValueKind& kind,
                                      std::string_view term);

// Null when the shard has no such field. Waits until they are made; throws
// Deadline::Passed when that takes longer, TooMuchMemory when the different
// values alone need more than `memory` has in all (null: there is no limit).
[[nodiscard]] const ColumnValues* values_in(const Shard& shard,
                                            const std::string& field,
                                            const Deadline& deadline,
                                            const MemoryBudget* memory);

// Makes what searches need that are collapsed by URL, and counted by these
// fields, so that they need not wait for it. Returns when that is done, or when
// `stops` says so. What is damaged is left to those searches.
void prepare_values(const IndexReader& reader,
                    const std::vector<std::string>& fields,
                    const std::function<bool()>& stops);

// A number for each document that is made of its stored values.
class DocumentNumbers {
 public:
  using Make = uint64_t (*)(const IndexDirectory& index, uint32_t document);

  // Numbers that are made are kept by the index under `name`.
  DocumentNumbers(std::string name, std::string field, Make make)
      : name_(std::move(name)), field_(std::move(field)), make_(make) {}

  void begin_shard(const Shard& shard, double expected,
                   const Deadline& deadline);
  // 0 if the document has no number.
  [[nodiscard]] uint64_t of(uint32_t document) const {
    if (all_ != nullptr) return (*all_)[document];
    return index_ == nullptr ? 0 : make_(*index_, document);
  }

 private:
  std::string name_;
  std::string field_;
  Make make_;
  const IndexDirectory* index_ = nullptr;
  const std::vector<uint64_t>* all_ = nullptr;
};

// Documents whose stored values cannot be read have no number, 0, as those
// without the field: whoever shows them reports the damage.
//
// Dates have 14 digits.
[[nodiscard]] DocumentNumbers first_dates();
[[nodiscard]] DocumentNumbers last_dates();
[[nodiscard]] DocumentNumbers url_hashes();
[[nodiscard]] DocumentNumbers simhashes();
// How much a version of a page has to read: more than others have those that
// were captured with success (a status of 200 to 299, or none), of them those
// with text, of them those with a title, and of these the longer ones.
[[nodiscard]] DocumentNumbers fullness();

}  // namespace wax::index
