// The messages of a stream of posts: JSON objects.
#pragma once

#include <simdjson.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "io/byte_source.h"

namespace wax::posts {

inline constexpr size_t kLongestMessage = size_t{8} << 20;

// Cuts a stream of bytes into objects: JSON lines, objects one after another
// with line ends ("\n", "\r") or without, and the elements of arrays, also
// inside a call or an assignment of JavaScript. Where the pieces lie in which
// the bytes arrive does not matter. After what is no object, it goes on with
// the next line, or after the next "}" before a "{". For one thread.
//
// Memory: a message, parsed, of at most kLongestMessage bytes.
class JsonMessages {
 public:
  struct Message {
    std::string_view bytes;
    uint64_t offset = 0;  // of its first byte in the stream
    // The object. Without one, `error` says why ("is cut", "is no JSON object",
    // "is longer than 8 MiB", "has more than 1024 levels", "is not UTF-8").
    simdjson::dom::element json;
    std::string_view error;
  };

  // `source` outlives it.
  explicit JsonMessages(io::ByteSource& source);

  // The message holds until the next call. False at the end. An array that
  // does not end is a message that "is cut", after its objects. Throws what the
  // source throws.
  [[nodiscard]] bool next(Message& message);

 private:
  // The next of one character, looked for no byte twice.
  struct Mark {
    char c;
    uint64_t at = 0;  // place in the stream; not found: how far was searched
    bool found = false;
  };
  enum class Step { kTaken, kAgain };

  [[nodiscard]] std::string_view rest() const {
    return {buffer_.data() + begin_, end_ - begin_};
  }
  bool fill();
  // False when arrays lie too deep in one another.
  bool skip_marks();
  [[nodiscard]] bool skip_line();
  // Where the line ends, from the beginning of rest(); its size if it does not.
  [[nodiscard]] size_t line_size();
  [[nodiscard]] std::string_view parse(std::string_view text,
                                       simdjson::dom::element& object);
  Step take(size_t size, Message& message);
  Step refuse(std::string_view error, Message& message);
  [[nodiscard]] Step take_junk(Message& message);
  [[nodiscard]] Step take_object(Message& message);

  io::ByteSource& source_;
  simdjson::dom::parser parser_;
  std::vector<char> buffer_;
  size_t begin_ = 0;  // of what was not taken
  size_t end_ = 0;
  uint64_t offset_ = 0;  // of the buffer in the stream
  std::array<Mark, 2> line_ends_ = {{{'\n'}, {'\r'}}};
  bool at_end_ = false;      // of the stream
  bool by_line_ = true;      // objects fill lines so far
  bool skips_line_ = false;  // the rest of one that was refused
  size_t arrays_ = 0;        // that have begun and not ended
};

}  // namespace wax::posts
