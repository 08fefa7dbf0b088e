// The text of one capture.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "index/document/document.h"
#include "index/text/html.h"
#include "index/text/media_type.h"
#include "io/problem.h"
#include "warc/http/block_head.h"
#include "warc/http/media_type.h"

namespace wax::index {

// A record's block and what its header says of it. Views.
struct CapturedBlock {
  std::string_view bytes;         // as much as was kept
  bool is_http = false;           // begins with an HTTP head
  bool whole = true;              // all of it was kept, and it is undamaged
  std::string_view content_type;  // of the block, where it is no HTTP
  std::string_view archive;       // path, for problems
  uint64_t offset = 0;            // of the record in it
};

// Reads bodies: undoes transfer and content codings, decodes the charset, takes
// the markup apart. Buffers are kept between captures; one thread.
class DocumentMaker {
 public:
  // Of a decoded body no more than `max_body` bytes are read.
  explicit DocumentMaker(uint64_t max_body) : max_body_(max_body) {}

  // Fills title, description, content, links, charset, noindex, nofollow,
  // truncated, length. document.url and document.type
  // (bare) must be set; a vague type is replaced by what the bytes look like.
  // `size` is the size of the whole block.
  //
  // A body of a textual type that is none ("binary-body") gives no text.
  void make(const CapturedBlock& block, uint64_t size, Document& document,
            ProblemSink& problems);

 private:
  void read_text(warc::TextKind kind, std::string_view content_type,
                 Document& document);

  uint64_t max_body_;
  warc::BlockHead head_;
  std::string body_;
  std::string utf8_;
  PageText page_;
};

}  // namespace wax::index
