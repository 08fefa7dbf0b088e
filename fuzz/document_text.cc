// Replies of the worker that reads documents: any bytes are one, in well-formed
// UTF-8, or none.
#include "document/formats/document_text.h"

#include <string>

#include "fuzz/support/entry.h"
#include "text/utf8.h"

void wax::fuzz::run(std::string_view bytes) {
  document::DocumentText reply;
  if (!document::parse_document_text(bytes, reply)) return;
  for (const std::string* text :
       {&reply.type, &reply.title, &reply.content, &reply.detail}) {
    require(text::is_utf8(*text));
  }
  for (const document::Link& link : reply.links) {
    require(text::is_utf8(link.text) && text::is_utf8(link.rel));
  }
  std::string stored;
  document::append_document_text(reply, stored);
  document::DocumentText again;
  require(document::parse_document_text(stored, again) && again == reply);
}
