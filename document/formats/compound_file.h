// Compound files (MS-CFB, "OLE2"): a file system in one file, in which Word,
// Excel and PowerPoint 97 to 2003 keep a document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wax::document {

// The numbers at bytes[at], the lowest byte first; 0 beyond the end.
[[nodiscard]] uint16_t u16_at(std::string_view bytes, size_t at);
[[nodiscard]] uint32_t u32_at(std::string_view bytes, size_t at);

// `bytes` of UTF-16LE or of windows-1252, as UTF-8.
[[nodiscard]] std::string from_utf16(std::string_view bytes);
[[nodiscard]] std::string from_windows_1252(std::string_view bytes);

// A compound file in memory. Chains of sectors that are damaged or run in
// circles end where they are; no stream is larger than the file. For one
// thread.
class CompoundFile {
 public:
  // `bytes` outlive the object. Throws Unreadable when they are no such file.
  explicit CompoundFile(std::string_view bytes);

  // Whether the root has a stream of this name, in ASCII; case does not matter.
  [[nodiscard]] bool has(std::string_view name) const;
  // Its bytes; empty when it is not there.
  [[nodiscard]] std::string read(std::string_view name);

  // A chain that was read was shorter than its stream.
  [[nodiscard]] bool damaged() const { return damaged_; }

 private:
  struct Stream {
    uint32_t first;
    uint64_t size;
  };

  void read_tables();
  void read_directory();
  [[nodiscard]] std::string_view sector(uint32_t number) const;
  [[nodiscard]] uint32_t next(uint32_t number) const;
  std::string chain(uint32_t first, uint64_t size);
  std::string mini_chain(uint32_t first, uint64_t size);

  std::string_view bytes_;
  size_t sector_size_ = 512;
  size_t mini_size_ = 64;
  size_t sectors_ = 0;         // that the file has room for
  std::vector<uint32_t> fat_;  // the sectors of the table of chains
  std::string mini_table_;
  std::string mini_stream_;
  std::map<std::string, Stream> streams_;  // by name in lower case
  bool damaged_ = false;
};

}  // namespace wax::document
