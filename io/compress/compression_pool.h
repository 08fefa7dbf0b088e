// Compresses members in several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/compress/compressor.h"
#include "io/output.h"

namespace wax::io {

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
