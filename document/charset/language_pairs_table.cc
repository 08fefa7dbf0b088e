#include "document/charset/language_pairs.h"

// Written by models/charset/train.py.
asm(".pushsection .rodata\n"
    "wax_language_pairs_begin:\n"
    ".incbin \"" WAX_LANGUAGE_PAIRS
    "\"\n"
    "wax_language_pairs_end:\n"
    ".popsection\n");

extern const char wax_language_pairs_begin[];
extern const char wax_language_pairs_end[];

namespace wax::document {

std::string_view language_pairs_table() {
  return {
      wax_language_pairs_begin,
      static_cast<size_t>(wax_language_pairs_end - wax_language_pairs_begin)};
}

}  // namespace wax::document
