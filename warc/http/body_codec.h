// The compressed formats that bodies of HTTP messages come in.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace wax::warc {

// One compressed format, fed piecewise.
class BodyCodec {
 public:
  enum class Step { kMore, kEnd, kBad };

  virtual ~BodyCodec() = default;
  virtual void reset() = 0;
  // Decompresses from `in` into `out` and sets how much of either was used.
  virtual Step step(std::string_view in, char* out, size_t room, size_t& used,
                    size_t& made) = 0;
  // Whether the start of the data could be this format at all.
  [[nodiscard]] virtual bool plausible(std::string_view start) const = 0;
  // Whether plausible() is strong evidence. If not, the format has no
  // signature, and other data may decompress to some bytes of rubbish.
  [[nodiscard]] virtual bool has_signature() const = 0;
  // Whether such a stream may be followed by another one.
  [[nodiscard]] virtual bool has_members() const { return false; }
};

// Codecs of a coding by its name in a head: the likeliest first; none for a
// coding that is unknown.
[[nodiscard]] std::vector<std::unique_ptr<BodyCodec>> codecs_of(
    std::string_view coding);

}  // namespace wax::warc
