// Bodies behind HTTP heads: whatever their codings, they end, they keep to the
// limit, and small pieces give the same bytes.
#include "fuzz/support/entry.h"
#include "tests/support/archives.h"
#include "tests/support/trickle_source.h"
#include "warc/http/http.h"

namespace wax::fuzz {
namespace {

constexpr uint64_t kLimit = 100'000;

std::string decoded(io::ByteSource& source, bool decompress) {
  std::string buffer;
  warc::HttpHead head;
  if (!warc::read_http_head(source, buffer, head)) return "";
  tests::Problems problems;
  Problem where;
  where.file = "memory";
  warc::DecodeOptions options;
  options.decompress = decompress;
  options.limit = kLimit;
  auto body = warc::decode_body(source, head.headers, options, problems, where);
  std::string bytes = io::read_all(*body, 2 * kLimit);
  require(bytes.size() <= kLimit);
  require(body->peek(1).empty());
  return bytes;
}

}  // namespace

void run(std::string_view bytes) {
  for (bool decompress : {false, true}) {
    io::MemorySource whole(bytes);
    tests::TrickleSource pieces(bytes, 7);
    require(decoded(whole, decompress) == decoded(pieces, decompress));
  }
}

}  // namespace wax::fuzz
