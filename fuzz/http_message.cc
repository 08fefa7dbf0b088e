// Heads of HTTP messages: the same through every source, and a prefix of the
// bytes.
#include "fuzz/support/entry.h"
#include "tests/support/trickle_source.h"
#include "warc/http/http.h"

void wax::fuzz::run(std::string_view bytes) {
  io::MemorySource whole(bytes);
  std::string buffer;
  warc::HttpHead head;
  bool found = warc::read_http_head(whole, buffer, head);
  size_t rest = whole.peek(1).size();
  require(found || rest == bytes.size());

  tests::TrickleSource pieces(bytes, 3);
  std::string pieces_buffer;
  warc::HttpHead pieces_head;
  require(warc::read_http_head(pieces, pieces_buffer, pieces_head) == found);
  require(pieces.rest().size() == rest);
  if (!found) return;

  require(head.is_response != head.is_request);
  require(head.raw.size() == bytes.size() - rest);
  require(bytes.starts_with(head.raw) && pieces_head.raw == head.raw);
  require(head.complete == pieces_head.complete);
  require(head.status >= -1 && head.status == pieces_head.status);
  require(head.headers.all().size() == pieces_head.headers.all().size());
}
