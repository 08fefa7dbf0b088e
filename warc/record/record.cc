#include "warc/record/record.h"

#include <array>
#include <utility>

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

}  // namespace wax::warc
