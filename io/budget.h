// What work on large data may use.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace wax::io {

struct Budget {
  // Bytes for what is held at once, such as lines that are sorted.
  uint64_t memory = uint64_t{512} << 20;
  std::string tmpdir;  // for temporary files, as temp_folder() takes it
  uint64_t jobs = 0;   // threads, as thread_count() takes them

  // The same with a part of the memory: all of it divided by `parts`.
  [[nodiscard]] Budget part(uint64_t parts) const {
    return {memory / parts, tmpdir, jobs};
  }
  // The same with at most so much memory.
  [[nodiscard]] Budget at_most(uint64_t bytes) const {
    return {std::min(memory, bytes), tmpdir, jobs};
  }
};

}  // namespace wax::io
