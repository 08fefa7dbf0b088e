// Words of a text, and the fingerprint of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wax::document {

// How many words a text has: runs of letters, digits and combining marks. Each
// character of a script without spaces between its words (Chinese characters,
// kana, Thai, Lao, Khmer, Burmese) counts as one.
[[nodiscard]] uint64_t count_words(std::string_view text);

// The SimHash of a text (M. Charikar, 2002): texts that have most of their
// wording in common have fingerprints that differ in few bits. It is computed
// as follows, so that other programs can compute it too.
//
// 1. The words of the text are its maximal runs of characters of the general
//    categories L, M and N (Unicode), each lower-cased, then case-folded
//    (simple mappings). A character of the scripts Han, Hiragana, Katakana,
//    Bopomofo, Thai, Lao, Khmer, Myanmar is a word alone, and "ideographic"
//    below; so is U+30FC. In Thai, Lao, Khmer and Myanmar, marks are left out.
// 2. A feature is the UTF-8 of
//    - three words, of which none is ideographic, one space between two, for
//      each position where three such follow one another, or
//    - two ideographic characters with nothing between them.
//    A text without any has one feature: all its words with a space between
//    two. A text without words has no SimHash.
// 3. The hash of a feature is the 64-bit FNV-1a of its bytes, mixed by the
//    finalizer of MurmurHash3 (fmix64).
// 4. Bit i is 1 when more of the features, each as often as it occurs, have bit
//    i set than not.
//
// Rule of thumb: a distance of at most 6 is the same text with small edits; two
// texts that have nothing in common are about 32 apart.
[[nodiscard]] std::optional<uint64_t> simhash(std::string_view text);

// 16 hexadecimal digits in lower case.
[[nodiscard]] std::string simhash_text(uint64_t hash);

}  // namespace wax::document
