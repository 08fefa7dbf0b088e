#include "index/import/import_stats.h"

#include "text/json.h"

namespace wax::index {

ImportStats& ImportStats::operator+=(const ImportStats& other) {
  archives += other.archives;
  failed_archives += other.failed_archives;
  bytes += other.bytes;
  read += other.read;
  imported += other.imported;
  excluded += other.excluded;
  dates += other.dates;
  for (const auto& [reason, count] : other.skipped) skipped[reason] += count;
  failed += other.failed;
  truncated += other.truncated;
  noindex += other.noindex;
  for (const auto& [reason, count] : other.without_text) {
    without_text[reason] += count;
  }
  text_bytes += other.text_bytes;
  links += other.links;
  return *this;
}

std::string ImportStats::json() const {
  std::string text = "{\n";
  auto member = [&](const char* name, uint64_t value) {
    text += std::string("  \"") + name + "\": " + std::to_string(value) + ",\n";
  };
  member("archives", archives);
  member("failed_archives", failed_archives);
  member("bytes", bytes);
  member("read", read);
  member("imported", imported);
  member("excluded", excluded);
  member("dates", dates);
  auto reasons = [&](const char* name, const auto& counts) {
    text += std::string("  \"") + name + "\": {";
    const char* separator = "\n";
    for (const auto& [reason, count] : counts) {
      text += separator;
      text += "    ";
      text::append_json_string(reason, text);
      text += ": " + std::to_string(count);
      separator = ",\n";
    }
    text += counts.empty() ? "},\n" : "\n  },\n";
  };
  reasons("skipped", skipped);
  member("failed", failed);
  member("truncated", truncated);
  member("noindex", noindex);
  reasons("without_text", without_text);
  member("text_bytes", text_bytes);
  text += "  \"links\": " + std::to_string(links) + "\n}\n";
  return text;
}

}  // namespace wax::index
