#include "warc/record/record.h"

#include <algorithm>
#include <array>
#include <utility>

#include "io/error.h"
#include "text/ascii.h"

namespace wax::warc {
namespace {

constexpr std::array<std::pair<std::string_view, RecordType>, 9> kNames = {{
    {"response", RecordType::kResponse},
    {"request", RecordType::kRequest},
    {"revisit", RecordType::kRevisit},
    {"metadata", RecordType::kMetadata},
    {"resource", RecordType::kResource},
    {"warcinfo", RecordType::kWarcinfo},
    {"conversion", RecordType::kConversion},
    {"continuation", RecordType::kContinuation},
    {"filedesc", RecordType::kFiledesc},
}};

}  // namespace

RecordType record_type(std::string_view name) {
  for (const auto& [word, type] : kNames) {
    if (text::equal_ignoring_case(word, name)) return type;
  }
  return RecordType::kUnknown;
}

std::string_view name(RecordType type) {
  for (const auto& [word, known] : kNames) {
    if (known == type) return word;
  }
  return "unknown";
}

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
