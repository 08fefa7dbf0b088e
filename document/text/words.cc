#include "document/text/words.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <bit>

#include "text/utf8.h"

namespace wax::document {
namespace {

enum CharacterKind : uint8_t { kNoLetter, kLetter, kUpperLetter, kIdeograph };

struct Character {
  char32_t lower = 0;
  CharacterKind kind = kNoLetter;
};

Character find_character(char32_t point) {
  auto code = static_cast<UChar32>(point);
  if ((point >= 0x3041 && point <= 0x30FF && point != 0x30FB) ||
      (point >= 0x3400 && point <= 0x4DBF) ||
      (point >= 0x4E00 && point <= 0x9FFF) ||
      (point >= 0xF900 && point <= 0xFAFF) ||
      (point >= 0x20000 && point <= 0x3FFFF)) {
    return {point, (U_GET_GC_MASK(code) & (U_GC_L_MASK | U_GC_N_MASK)) != 0
                       ? kIdeograph
                       : kNoLetter};
  }
  uint32_t category = U_GET_GC_MASK(code);
  if ((category & (U_GC_L_MASK | U_GC_N_MASK)) == 0) return {point, kNoLetter};
  return {
      static_cast<char32_t>(u_tolower(code)),
      (category & (U_GC_LU_MASK | U_GC_LT_MASK)) != 0 ? kUpperLetter : kLetter};
}

// Latin, Greek, Cyrillic, Arabic, Thai and the like come from a table.
constexpr char32_t kLetterTableEnd = 0x2100;

const std::array<Character, kLetterTableEnd>& letter_table() {
  static const std::array<Character, kLetterTableEnd> table = [] {
    std::array<Character, kLetterTableEnd> made;
    for (char32_t point = 0; point < kLetterTableEnd; ++point) {
      made[point] = find_character(point);
    }
    made['_'].kind = kLetter;
    return made;
  }();
  return table;
}

constexpr std::string_view kStopWords =
    // English
    "the of and to in a is that for it as was with be by on not he i this are "
    "or his from at which but have an had they you were their one all we can "
    "her has there been if more when will would who so no your my our us how "
    "what about into than them do its also out up "
    // German
    "der die und den von zu das mit sich des auf für ist im dem nicht ein eine "
    "als auch es an werden aus er hat dass sie nach wird bei einer um am sind "
    "noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr "
    "durch man sein wurde ich wir ihr uns ihre kann "
    // French
    "le la les de des du et en un une est que qui dans pour pas sur au par "
    "avec il ne se ce plus sont ou son mais nous vous cette ces aux comme elle "
    "ont leur été être fait si "
    // Spanish
    "el los las y del se con por para su al lo como más pero sus ya o este sí "
    "porque esta entre cuando muy sin sobre también me hasta hay donde "
    // Italian
    "il di che è per non una sono da con del della dei si le ha alla più nel "
    "anche come gli delle ma lo questo se al dal ed sua "
    // Portuguese
    "o os as do da dos das em um uma não com para na no nos por mais como foi "
    "ao ele sua ou seu muito são também pela até isso já "
    // Dutch
    "het een van op te dat die zijn voor met niet aan er om ook dan maar bij "
    "hij naar worden nog wordt door uit over heeft je ik wat "
    // Swedish, Danish, Norwegian
    "och att det som på är av för med till den har de inte om ett men var jag "
    "og at er ikke til af han vi kan fra blev også eller "
    // Polish
    "w i na z się do że nie to jest o jak po co za od tak przez dla są ale "
    "oraz jego czy który "
    // Russian
    "и в не на я что он с как это по но они мы из у за то все для от так бы о "
    "же вы к был его до или если при ";

}  // namespace

bool WordReader::next(Word& word) {
  const auto& table = letter_table();
  const std::string_view text = text_;
  size_t at = at_;
  Word read;
  read.hash = 2166136261;
  read.number = true;
  bool ideographs = false;
  while (at < text.size()) {
    char32_t point = static_cast<unsigned char>(text[at]);
    size_t length = 1;
    if (point >= 0x80) {
      length = text::decode_utf8(text.substr(at), point);
      if (length == 0) length = 1, point = 0xFFFD;
    }
    const Character character =
        point < kLetterTableEnd ? table[point] : find_character(point);
    const bool ends =
        character.kind == kNoLetter ||
        (read.characters > 0 && ideographs != (character.kind == kIdeograph)) ||
        (ideographs && read.characters == 2);
    if (ends) {
      if (read.characters > 0) break;
      at += length;
      continue;
    }
    if (read.characters == 0) {
      read.begin = at;
      read.capital = character.kind == kUpperLetter;
      ideographs = character.kind == kIdeograph;
    }
    read.hash = (read.hash ^ character.lower) * 16777619;
    read.number &= point >= '0' && point <= '9';
    ++read.characters;
    at += length;
  }
  at_ = at;
  read.end = at;
  read.hash ^= read.hash >> 15;
  word = read;
  return read.characters > 0;
}

bool is_stop_word(const Word& word) {
  struct StopWords {
    HashSet hashes;
    uint32_t longest = 0;
  };
  static const StopWords words = [] {
    StopWords made;
    WordReader reader(kStopWords);
    for (Word one; reader.next(one);) {
      made.hashes.insert(one.hash);
      made.longest = std::max(made.longest, one.characters);
    }
    return made;
  }();
  return word.characters <= words.longest && words.hashes.contains(word.hash);
}

void HashSet::insert(uint32_t hash) {
  if (hash == 0) hash = 1;
  if (size_ * 2 >= slots_.size())
    resize(slots_.empty() ? 64 : 2 * slots_.size());
  uint32_t& free = slots_[slot(hash)];
  size_ += free == 0;
  free = hash;
}

void HashSet::reserve(size_t hashes) {
  const size_t slots = std::bit_ceil(2 * hashes + 2);
  if (slots > slots_.size()) resize(slots);
}

void HashSet::resize(size_t slots) {
  std::vector<uint32_t> old(slots);
  old.swap(slots_);
  for (uint32_t one : old) {
    if (one != 0) slots_[slot(one)] = one;
  }
}

void HashSet::clear() {
  if (size_ > 0) std::fill(slots_.begin(), slots_.end(), 0u);
  size_ = 0;
}

std::vector<uint32_t> word_sequences(std::span<const uint32_t> words,
                                     size_t length) {
  std::vector<uint32_t> hashes;
  hashes.reserve(words.size());
  for (size_t i = 0; i + length <= words.size(); ++i) {
    uint32_t hash = 0;
    for (uint32_t word : words.subspan(i, length)) {
      hash = sequence_hash(hash, word);
    }
    hashes.push_back(hash);
  }
  return hashes;
}

}  // namespace wax::document
