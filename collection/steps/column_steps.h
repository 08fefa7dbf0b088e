// Columns of a build: values of URL keys, which all versions share.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "collection/record/build_record.h"
#include "collection/record/step.h"
#include "collection/steps/plan.h"

namespace wax::collection {

struct BuiltColumn {
  std::string name;  // a field of queries
  std::string kind;  // as wax-add-column takes it
  std::string list;  // lines "urlkey value"
  // Another number when the same list becomes another column.
  int rules = 1;
};

// Steps that make it for each shard: OUT/shards/NAME/COLUMN.
[[nodiscard]] std::vector<Step> plan_column(const std::string& out,
                                            const BuildRecord& record,
                                            const BuiltColumn& column);

// How many documents in some shards have a value in a column, and how many have
// not.
struct ColumnCover {
  uint64_t with = 0;
  uint64_t without = 0;
};

// Counts these documents for each column of the shards `folder`/NAME. A column
// need not be in all of them. Throws IoError, FormatError.
[[nodiscard]] std::map<std::string, ColumnCover> covers_of(
    const std::string& folder, const std::vector<std::string>& names);

// The options of a step's tool that say what it may use.
[[nodiscard]] std::vector<std::string> memory_words(const Resources& resources);

}  // namespace wax::collection
