// Files of which some places are read, such as those where a binary search
// looks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace wax::io {

// For one thread.
class RandomInput {
 public:
  virtual ~RandomInput() = default;

  // The path or URL, for messages.
  [[nodiscard]] virtual const std::string& path() const = 0;
  [[nodiscard]] virtual uint64_t size() const = 0;
  // Reads bytes from `offset`, less than the size, into `out`: at least
  // `at_least`, unless the file ends before, and at most `at_most`. Returns how
  // many. Throws IoError.
  [[nodiscard]] virtual size_t read_at(uint64_t offset, char* out,
                                       size_t at_least, size_t at_most) = 0;
};

// Opens a file, or a URL (is_url()) of a server that sends ranges of bytes. A
// block of 64 KiB is then a request, unless it is one of the 256 that were used
// last, which are kept. Throws IoError, and FormatError for what
// is read in its order alone: a pipe, or a URL of another server.
[[nodiscard]] std::unique_ptr<RandomInput> open_random(const std::string& path);

}  // namespace wax::io
