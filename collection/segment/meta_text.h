// The text of meta.json, of graphs and of segments: what is known of all their
// records, for programs. It says what a scan of the other files says, so it can
// always be made again. Members that both have are named here.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wax::collection {

// One member on a line, in the order of the calls.
class MetaText {
 public:
  void number(std::string_view name, uint64_t value);
  void text(std::string_view name, std::string_view value);
  // `value` is JSON.
  void raw(std::string_view name, std::string_view value);
  [[nodiscard]] std::string finish() { return out_ + "\n}\n"; }

 private:
  std::string out_;
};

// Captures of records.
struct CaptureFacts {
  uint64_t captures = 0;
  std::map<uint64_t, uint64_t> by_status;  // number of records
  uint64_t hosts = 0;
  std::string first;  // 14 digits, or "-"
  std::string last;
};
void append_captures(const CaptureFacts& facts, MetaText& meta);

// The member "parts" is a list of files.
struct MetaPart {
  std::string name;
  uint64_t bytes = 0;
  std::string digest;  // "sha256:..."
};
[[nodiscard]] std::string parts_text(const std::vector<MetaPart>& parts);

// The members, which are names and JSON, as one JSON object.
[[nodiscard]] std::string object_of(
    const std::vector<std::pair<std::string, std::string>>& members);

// The text of the file `path`. When it is missing, `scan` makes it, and it is
// written if its folder can be written to. Throws IoError, and what `scan`
// throws.
[[nodiscard]] std::string read_or_scan(
    const std::string& path, const std::function<std::string()>& scan);

}  // namespace wax::collection
