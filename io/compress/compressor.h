// Compresses bytes into members, for archives one a record, also on threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "io/output.h"

namespace wax::io {

enum class Compression { kNone, kGzip, kZstd };

// The end of the name of a file with that compression: ".gz", ".zst" or
// nothing.
[[nodiscard]] std::string_view file_suffix(Compression compression);

// Writes members (gzip members, zstd frames) one after the other. The same
// bytes give the same members. Memory: about 300 KiB with gzip; with zstd some
// MiB, more at levels above 9.
class Compressor {
 public:
  // `level` is 1 to 9 for gzip and 1 to 19 for zstd; 0 is the usual one (gzip:
  // 6, zstd: 3). Another level throws UsageError. `output` must outlive the
  // compressor. zstd frames use the dictionary unless it is empty; it is
  // copied.
  Compressor(Output& output, Compression compression, int level = 0,
             std::string_view dictionary = {});
  ~Compressor();
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  // From now on, gzip members of up to a MiB are made in one piece, by
  // libdeflate: in less than half of the time, and other bytes. Memory: 3 MiB.
  void make_at_once() { at_once_ = true; }

  // Starts a member of `size` bytes. Call it before each member's first
  // write().
  void start_member(uint64_t size);
  void write(std::string_view bytes);
  void end_member();

  // Bytes that the output has got so far.
  [[nodiscard]] uint64_t written() const { return written_; }

 private:
  struct Gzip;
  struct Zstd;
  void put(std::string_view bytes);

  Output* output_;
  uint64_t written_ = 0;
  bool at_once_ = false;
  bool is_held_ = false;  // the member
  std::unique_ptr<Gzip> gzip_;
  std::unique_ptr<Zstd> zstd_;
};

// Trains a dictionary of at most 110 KiB on the samples, which lie one after
// the other in `samples`. Empty if they are too few or too similar.
[[nodiscard]] std::string train_dictionary(std::string_view samples,
                                           std::span<const size_t> sizes);

// The compressed frame with the dictionary, for the front of a file (IIPC,
// "Zstandard compression in WARC files" 1.0).
[[nodiscard]] std::string dictionary_frame(std::string_view dictionary);

// Works like a Compressor. The bytes are the same whatever `jobs` is. The
// caller's thread compresses members of more than a MiB. Memory: that of a
// Compressor, and about 3 MiB for each job.
class CompressionPool {
 public:
  // `output` must outlive the pool. Only the caller's thread writes to it.
  // Throws UsageError as Compressor does.
  CompressionPool(Output& output, Compression compression, int level,
                  std::string_view dictionary, size_t jobs);
  ~CompressionPool();
  CompressionPool(const CompressionPool&) = delete;
  CompressionPool& operator=(const CompressionPool&) = delete;

  // The same as Compressor's.
  void start_member(uint64_t size);
  void write(std::string_view bytes);
  void end_member();

  // Writes all members that are not written yet. Until then written() may be
  // less than the size of the members.
  void finish();
  [[nodiscard]] uint64_t written() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::io
