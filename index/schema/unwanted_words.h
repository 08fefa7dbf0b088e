// Passes over words of ASCII that a reader does not look for.
#pragma once

#include <span>

namespace wax::index {

// The first word or separator from `at` on before which no word is wanted and
// all is ASCII, as far as that is found sixteen bytes at a time. A word begins
// at `at`, or a separator is there. `wanted`: ASCII characters in lower case
// with which wanted words begin.
[[nodiscard]] const unsigned char* pass_unwanted(std::span<const char> wanted,
                                                 const unsigned char* at,
                                                 const unsigned char* end);

}  // namespace wax::index
