// Zip files that are written from front to back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/output.h"

namespace wax::io {

// Writes a zip file. Entries are stored, not compressed, and may be of any size
// (zip64). Sizes and checksums are in the header of each entry: Java's
// ZipInputStream reads no stored entry otherwise. Entries of up to 1 MiB wait
// in memory for that; for larger ones the header of a file on disk is written
// again (patch_output()). In a pipe, they follow such an entry. They are in the
// directory at the end, too. The extra fields of an entry's header and of its
// row in the directory are of one length, which readers such as wabac.js
// (ReplayWeb.page) rely on. All entries have the same time, so that the same
// entries give the same bytes. Memory: the directory, and 1 MiB. write() and
// flush() are for the entry at hand.
class ZipOutput final : public Output {
 public:
  // `output` must outlive it; finishing that is the caller's task.
  explicit ZipOutput(Output& output) : output_(&output) {}

  // Ends the entry before. `name` is UTF-8 with "/" between folders.
  void begin(std::string_view name);
  void write(std::string_view bytes) override;
  void flush() override;
  // Writes the directory. Call it once, as the last.
  void finish() override;

 private:
  struct Entry {
    std::string name;
    uint64_t offset = 0;  // of its header
    uint64_t size = 0;
    uint32_t crc = 0;
    bool sizes_follow = false;
  };

  void put(std::string_view bytes);
  void put_waiting();
  void end_entry();

  Output* output_;
  uint64_t written_ = 0;
  bool is_open_ = false;  // the last entry
  bool waits_ = false;    // its header is not written yet
  std::string waiting_;   // its bytes until then
  std::vector<Entry> entries_;
};

}  // namespace wax::io
