// The counts of an import.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace wax::collection {

// Every record read is counted in exactly one of imported, excluded, dates and
// skipped.
struct ImportStats {
  uint64_t archives = 0;  // read to their end
  uint64_t failed_archives = 0;
  uint64_t bytes = 0;     // of archives, as stored
  uint64_t read = 0;      // records
  uint64_t imported = 0;  // documents
  uint64_t excluded = 0;  // named by an exclusion list
  uint64_t dates = 0;     // revisit records whose date was kept
  std::map<std::string, uint64_t, std::less<>> skipped;  // by reason
  uint64_t failed = 0;     // problems that lost a record or a part of one
  uint64_t truncated = 0;  // documents whose text was cut short
  uint64_t noindex = 0;    // documents with robots noindex
  // Documents without text, by the word of the reason (document::word_of()).
  std::map<std::string, uint64_t, std::less<>> without_text;
  uint64_t text_bytes = 0;
  uint64_t links = 0;
  // Files that revisits name as those of their originals
  // (warc::container_name()), each with the archive that names it: the first
  // in byte order. At most kMostContainers, the first in byte order.
  std::map<std::string, std::string, std::less<>> containers;
  bool has_more_containers = false;

  static constexpr size_t kMostContainers = 10'000;
  void add_container(std::string_view name, std::string_view archive);

  ImportStats& operator+=(const ImportStats& other);
  // The stored form. take() removes it from the front of `rest`; false when it
  // is not there.
  void append(std::string& out) const;
  [[nodiscard]] bool take(std::string_view& rest);

  // One JSON object with one member per line, in the order above; `containers`
  // comes only when there are some, `more_containers` when it is true.
  [[nodiscard]] std::string json() const;
};

// The containers that json() has. What is no such text has none.
[[nodiscard]] std::map<std::string, std::string, std::less<>> containers_in(
    std::string_view json);
// Whether there were more than it has.
[[nodiscard]] bool has_more_containers(std::string_view json);

}  // namespace wax::collection
