// Compressing bytes into members, one a record.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "io/output.h"

namespace wax::io {

enum class Packing { kNone, kGzip, kZstd };

// ".gz", ".zst" or nothing: what a file so packed has behind its name.
[[nodiscard]] std::string_view ending(Packing packing);

// Writes members (gzip members, zstd frames) one behind the other. The same
// bytes give the same members. Memory: about 300 KiB with gzip; with zstd some
// MiB, more at levels above 9.
class Packer {
 public:
  // `level` 0 is the usual one of the packing (gzip: 6, of 1 to 9; zstd: 3, of
  // 1 to 19); others throw UsageError. `output` must outlive the packer. zstd
  // frames refer to the dictionary, when there is one; it is copied.
  Packer(Output& output, Packing packing, int level = 0,
         std::string_view dictionary = {});
  ~Packer();
  Packer(const Packer&) = delete;
  Packer& operator=(const Packer&) = delete;

  // Adds to the current member, whose bytes are `size` in all: call once in
  // front of its first write.
  void start_member(uint64_t size);
  void write(std::string_view bytes);
  void end_member();

  // Bytes that went to the output so far.
  [[nodiscard]] uint64_t written() const { return written_; }

 private:
  struct Gzip;
  struct Zstd;
  void put(std::string_view bytes);

  Output* output_;
  uint64_t written_ = 0;
  std::unique_ptr<Gzip> gzip_;
  std::unique_ptr<Zstd> zstd_;
};

}  // namespace wax::io
