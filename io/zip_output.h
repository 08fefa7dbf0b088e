// Zip files that are written from front to back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/output.h"

namespace wax::io {

// Writes a zip file. Entries are stored, not compressed, and may be of any size
// (zip64). Nothing is read again or changed, so that the output may be a pipe;
// sizes and checksums follow each entry, and are in the directory at the end,
// too. The extra fields of an entry's header and of its row in the directory
// are of one length, which readers such as wabac.js (ReplayWeb.page) rely on.
// All entries have the same time, so that the same entries give the same bytes.
// Memory: the directory. write() and flush() are for the entry at hand.
class ZipOutput final : public Output {
 public:
  // `output` must outlive it; finishing that is the caller's task.
  explicit ZipOutput(Output& output) : output_(&output) {}

  // Ends the entry before. `name` is UTF-8 with "/" between folders.
  void begin(std::string_view name);
  void write(std::string_view bytes) override;
  void flush() override { output_->flush(); }
  // Writes the directory. Call it once, as the last.
  void finish() override;

 private:
  struct Entry {
    std::string name;
    uint64_t offset = 0;  // of its header
    uint64_t size = 0;
    uint32_t crc = 0;
  };

  void put(std::string_view bytes);
  void end_entry();

  Output* output_;
  uint64_t written_ = 0;
  bool is_open_ = false;  // the last entry
  std::vector<Entry> entries_;
};

}  // namespace wax::io
