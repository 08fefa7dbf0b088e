// Why a document has no text, or not all of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace wax::document {

enum class NoText : uint8_t {
  kNone,         // it has its text
  kEmpty,        // it has no text
  kUnsupported,  // documents of its type are not read
  kEncrypted,
  kDamaged,
  kMemory,      // reading it took too much memory
  kTimeout,     // ... or too long
  kCrashed,     // ... or ended the process that reads it
  kBinary,      // its bytes are not of the type that is said to be text
  kElsewhere,   // a revisit, whose original has the text
  kIncomplete,  // letters that it shows are not in its text
};

// The word for it in segments, indexes and problems (wax-problems(7)); empty
// for kNone.
[[nodiscard]] std::string_view word_of(NoText reason);

// Nothing for a word that none of them has.
[[nodiscard]] std::optional<NoText> parse_no_text(std::string_view word);

}  // namespace wax::document
