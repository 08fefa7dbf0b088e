#include "collection/segment/page_text.h"

#include "text/ascii.h"

namespace wax::collection {

bool is_page_line(std::string_view urlkey) {
  return urlkey.starts_with(kPageLine);
}

bool is_page_text(std::string_view urlkey) {
  return is_page_line(urlkey) ||
         text::starts_with_ignoring_case(urlkey, "urn:text:") ||
         text::starts_with_ignoring_case(urlkey, "urn:textfinal:");
}

}  // namespace wax::collection
