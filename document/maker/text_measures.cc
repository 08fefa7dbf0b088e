#include "document/maker/text_measures.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "document/text/language.h"
#include "document/text/simhash.h"

namespace wax::document {

void measure_text(Document& document) {
  std::string main = main_text(document);
  if (main.empty()) main = document.content;
  // A few words say less than a menu around them.
  constexpr size_t kEnoughText = 100;
  bool enough = main.size() >= std::min(kEnoughText, document.content.size());
  Language language =
      detect_language(enough ? main : document.content, document.language);
  document.language = std::move(language.code);
  document.language_confidence = static_cast<uint64_t>(language.confidence);
  document.words = count_words(document.content);
  std::optional<uint64_t> hash = simhash(main);
  if (hash) document.simhash = simhash_text(*hash);
}

}  // namespace wax::document
