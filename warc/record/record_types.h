// Which types of records are wanted.
#pragma once

#include <string>
#include <vector>

#include "warc/record/record.h"

namespace wax::warc {

// Throws UsageError for a word that names no type.
[[nodiscard]] RecordType named_type(const std::string& word);

class RecordTypes {
 public:
  // By their names, such as "response"; with none, all. Throws UsageError.
  explicit RecordTypes(const std::vector<std::string>& names);

  [[nodiscard]] bool contains(RecordType type) const;

 private:
  std::vector<RecordType> types_;
};

}  // namespace wax::warc
