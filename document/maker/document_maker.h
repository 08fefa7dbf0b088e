// Makes the text of one capture.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/html/html_tree.h"
#include "document/text/document.h"
#include "document/worker/text_worker.h"
#include "document/worker/tika.h"
#include "io/problem.h"
#include "warc/http/block_head.h"
#include "warc/http/media_type.h"

namespace wax::document {

// Raise it when a capture gives another document, or a segment other bytes, so
// that builds run the step again.
inline constexpr int kTextRules = 14;

// A record's block and what the record's header states. Views.
struct CapturedBlock {
  std::string_view bytes;                 // the part that was kept
  io::Spool* rest = nullptr;              // what was kept after them, if any
  bool is_http = false;                   // begins with an HTTP head
  bool whole = true;                      // all of it is there, and undamaged
  const warc::BlockHead* head = nullptr;  // if it was read already
  std::string_view content_type;          // of the block, if it is not HTTP
  std::string_view archive;               // path, for problems
  uint64_t offset = 0;                    // of the record in it
};

// Whether documents of a bare type are read, with a Tika server or without. If
// not, the HTTP head is all that DocumentMaker::make() needs of a block.
[[nodiscard]] bool may_have_text(std::string_view type, bool with_tika);

// What is kept of a document that is read from its end (is_read_from_end()).
inline constexpr uint64_t kMaxDocument = uint64_t{256} << 20;

// Whether a body of this bare type that begins so is a document in which the
// end says where all else is: PDF, office, EPUB. Cut, it has no text. A coded
// body is told by its type.
[[nodiscard]] bool is_read_from_end(std::string_view body,
                                    std::string_view type);

// Reads bodies: decodes transfer and content codings and the charset, and
// parses the markup. Documents that are not HTML, XML or plain text are read by
// a child process (document/worker/text_worker.h), which is started for the
// first of them. Buffers are kept between captures; for one thread.
class DocumentMaker {
 public:
  // At most `max_body` bytes of a decoded body are read. `tika` is the URL of a
  // Tika server that reads what nothing else does (tika.h); empty: none.
  explicit DocumentMaker(uint64_t max_body, std::string tika = {},
                         TextWorkerOptions worker = {})
      : max_body_(max_body),
        has_tika_(!tika.empty()),
        worker_(std::move(worker)),
        tika_(std::move(tika)) {}

  // Documents that are read from their end are read up to this limit; what is
  // beyond `max_body` waits in a temporary file in `tmpdir`
  // (io::temp_folder()).
  void read_documents_to(uint64_t limit, std::string tmpdir) {
    max_document_ = limit;
    tmpdir_ = std::move(tmpdir);
  }

  // Fills all fields but those that say where the capture is. document.url and
  // document.type (bare) must be set; a type that says nothing is replaced by
  // one that fits the bytes. `size` is the size of the whole block. A document
  // without text has the reason in no_text. Of documents that a child process
  // reads the reason is reported, too, unless it is that they have no text.
  //
  // A binary body with a text type gives no text and is reported
  // ("binary-body"). Robots are asked for something by the HTTP head and the
  // meta elements of a page, wherever these are.
  void make(const CapturedBlock& block, uint64_t size, Document& document,
            ProblemSink& problems);

  // The types that make() may give a document of a type that says nothing, at
  // least one. Only the beginning of the body is read.
  [[nodiscard]] std::vector<std::string_view> possible_types(
      const CapturedBlock& block, std::string_view url);

 private:
  const warc::Headers& read_head(const CapturedBlock& block,
                                 io::ByteSource& source);
  void read_body(std::string_view content_type, io::Spool* rest,
                 Document& document, const Problem& where,
                 ProblemSink& problems);
  [[nodiscard]] std::unique_ptr<io::Spool> read_rest(
      io::ByteSource& body) const;
  void keep(DocumentText text, bool vague, Document& document,
            const Problem& where, ProblemSink& problems);
  void read_text(warc::TextKind kind, std::string_view content_type,
                 Document& document);
  void read_html(std::string_view page, bool is_xml, Document& document);

  uint64_t max_body_;
  uint64_t max_document_ = 0;
  std::string tmpdir_;
  bool has_tika_;
  TextWorker worker_;
  TikaClient tika_;
  warc::BlockHead head_;
  std::string_view content_language_;  // of the HTTP head
  std::string body_;
  std::string utf8_;
  std::string html_of_xhtml_;
  HtmlTree tree_;
};

}  // namespace wax::document
