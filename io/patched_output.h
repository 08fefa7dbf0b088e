// Outputs whose bytes can be written again.
#pragma once

#include <cstdint>
#include <string_view>

#include "io/output.h"

namespace wax::io {

// What such an output is, besides an Output.
class PatchedOutput {
 public:
  virtual ~PatchedOutput() = default;
  // Replaces bytes that were written from `offset` on. False, with nothing
  // done, when it cannot. Throws IoError.
  [[nodiscard]] virtual bool patch(uint64_t offset, std::string_view bytes) = 0;
};

// The same of any output: true of a new file on disk (open_output()), and of
// one in memory.
[[nodiscard]] bool patch_output(Output& output, uint64_t offset,
                                std::string_view bytes);

}  // namespace wax::io
