#include "document/content/main_model.h"

// Written by models/main_content/train.py. The assembler includes the file, in
// a fraction of the time that a compiler takes for an array.
asm(".pushsection .rodata\n"
    "wax_main_model_begin:\n"
    ".incbin \"" WAX_MAIN_MODEL
    "\"\n"
    "wax_main_model_end:\n"
    ".popsection\n");

extern const char wax_main_model_begin[];
extern const char wax_main_model_end[];

namespace wax::document {

std::string_view main_model_table() {
  return {wax_main_model_begin,
          static_cast<size_t>(wax_main_model_end - wax_main_model_begin)};
}

}  // namespace wax::document
