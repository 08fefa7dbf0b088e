// Reads documents of any kind by an Apache Tika server.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "document/formats/document_text.h"
#include "io/remote/http_sender.h"

namespace wax::document {

// Whether documents of a bare media type are given to the server: those that
// nothing else here reads, but for images, sound, video and fonts.
[[nodiscard]] bool is_for_tika(std::string_view type);

// For one thread. What the server makes of a document depends on its version
// and its configuration.
class TikaClient {
 public:
  // The server's URL: "http://localhost:9998". It is connected to when a
  // document is read.
  explicit TikaClient(std::string url) : url_(std::move(url)) {}

  // Returns the document's text, or the reason why it has no text. `url` is
  // where the document was: the server is told the name of the file. If the
  // server fails at a document, only that document loses its text. Throws
  // IoError when there is no server, but only after some seconds, in which a
  // server that has ended starts again.
  [[nodiscard]] DocumentText read(std::string_view bytes, std::string_view url);

 private:
  std::string url_;
  std::unique_ptr<io::HttpSender> sender_;
};

// The text in an answer of the server, a JSON object.
[[nodiscard]] DocumentText parse_tika_answer(std::string_view json);

}  // namespace wax::document
