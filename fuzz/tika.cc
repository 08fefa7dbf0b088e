// Answers of a Tika server: any bytes give text in well-formed UTF-8, or a
// reason.
#include "document/worker/tika.h"

#include <string>

#include "fuzz/support/entry.h"
#include "text/utf8.h"

void wax::fuzz::run(std::string_view bytes) {
  const document::DocumentText text = document::parse_tika_answer(bytes);
  require(text.content.empty() == (text.no_text != document::NoText::kNone));
  for (const std::string* part :
       {&text.type, &text.title, &text.author, &text.published, &text.language,
        &text.content}) {
    require(text::is_utf8(*part));
  }
}
