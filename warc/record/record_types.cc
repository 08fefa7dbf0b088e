#include "warc/record/record_types.h"

#include <algorithm>

#include "io/error.h"

namespace wax::warc {

RecordType named_type(const std::string& word) {
  RecordType type = record_type(word);
  if (type == RecordType::kUnknown) {
    throw UsageError("there is no record type '" + word + "'");
  }
  return type;
}

RecordTypes::RecordTypes(const std::vector<std::string>& names) {
  for (const std::string& word : names) types_.push_back(named_type(word));
}

bool RecordTypes::contains(RecordType type) const {
  return types_.empty() ||
         std::find(types_.begin(), types_.end(), type) != types_.end();
}

}  // namespace wax::warc
