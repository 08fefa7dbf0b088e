// Compressing members in several threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/output.h"
#include "io/packer.h"

namespace wax::io {

// As Packer, and the bytes are the same whatever `jobs` is. Members of more
// than a MiB are compressed by the caller's thread. Memory: that of a Packer
// and about 3 MiB a job.
class CompressionPool {
 public:
  // `output` must outlive the pool, and is written to by the caller's thread.
  // Throws UsageError for a level that there is not.
  CompressionPool(Output& output, Packing packing, int level,
                  std::string_view dictionary, size_t jobs);
  ~CompressionPool();
  CompressionPool(const CompressionPool&) = delete;
  CompressionPool& operator=(const CompressionPool&) = delete;

  // As Packer has them.
  void start_member(uint64_t size);
  void write(std::string_view bytes);
  void end_member();

  // Writes out what is on its way. Until then written() may be less than what
  // the members have.
  void finish();
  [[nodiscard]] uint64_t written() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::io
