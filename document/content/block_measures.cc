#include <algorithm>
#include <array>

#include "document/content/page_block.h"
#include "document/text/words.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

// Counts of a text's bytes, added up in 16 bits each.
constexpr uint64_t kOneDigit = 1;
constexpr uint64_t kOneUpper = uint64_t{1} << 16;
constexpr uint64_t kOnePunctuation = uint64_t{1} << 32;
// Not only counted: it may be a mark or begin one.
constexpr uint64_t kOneMark = uint64_t{1} << 48;

constexpr std::array<uint64_t, 256> kByteCounts = [] {
  std::array<uint64_t, 256> counts{};
  for (int c = '!'; c < 0x7F; ++c) {
    char byte = static_cast<char>(c);
    counts[c] = text::is_digit(byte)                   ? kOneDigit
                : byte >= 'A' && byte <= 'Z'           ? kOneUpper
                : text::is_letter(byte) || byte == '_' ? 0
                                                       : kOnePunctuation;
  }
  for (char c : std::string_view(".!?|(\xC2\xE2\xE3\xEF")) {
    counts[static_cast<unsigned char>(c)] += kOneMark;
  }
  return counts;
}();

bool is_month(uint32_t hash) {
  static const HashSet months = [] {
    HashSet made;
    WordReader reader(
        "january february march april may june july august september october "
        "november december jan feb mar apr jun jul aug sep sept oct nov dec "
        "januar februar märz juni juli oktober dezember janvier février mars "
        "avril mai juin juillet août septembre octobre novembre décembre enero "
        "febrero marzo abril mayo junio julio agosto septiembre octubre "
        "noviembre diciembre gennaio febbraio aprile maggio giugno luglio "
        "settembre ottobre dicembre");
    for (Word word; reader.next(word);) made.insert(word.hash);
    return made;
  }();
  return months.contains(hash);
}

// Number, separator, number, the same separator, number: "3/11/2007".
bool has_numeric_date(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (!text::is_digit(text[i])) continue;
    size_t end = i;
    int groups = 0;
    char separator = '\0';
    while (true) {
      size_t begin = end;
      while (end < text.size() && text::is_digit(text[end])) ++end;
      if (end == begin || end - begin > 4 || end - begin == 3) break;
      if (++groups == 3) return true;
      if (end == text.size()) return false;
      char c = text[end];
      if ((c != '-' && c != '/' && c != '.') ||
          (separator != '\0' && c != separator)) {
        break;
      }
      separator = c;
      ++end;
    }
    while (end < text.size() && text::is_digit(text[end])) ++end;
    i = end;
  }
  return false;
}

bool has_price_sign(std::string_view text) {
  constexpr std::string_view kSigns[] = {
      "$", "£", "€", "¥", "₹", "₽", "zł", "kr", "USD", "EUR", "GBP", "CHF"};
  if (std::none_of(text.begin(), text.end(), text::is_digit)) return false;
  for (std::string_view sign : kSigns) {
    for (size_t at = text.find(sign); at != text.npos;
         at = text.find(sign, at + 1)) {
      std::string_view after =
          text::trim_front(text.substr(at + sign.size()), " \xC2\xA0");
      std::string_view before =
          text::trim_back(text.substr(0, at), " \xC2\xA0");
      if ((!after.empty() && text::is_digit(after.front())) ||
          (!before.empty() && text::is_digit(before.back()))) {
        return true;
      }
    }
  }
  return false;
}

void measure_characters(std::string_view text, PageBlock& block) {
  auto mark = [&](size_t i) {
    char c = text[i];
    if (c == '.' || c == '!' || c == '?') {
      block.sentence_marks +=
          i + 1 == text.size() || text::is_space(text[i + 1]);
    } else if (c == '|') {
      ++block.bars;
    } else if (c == '\xC2' && i + 1 < text.size()) {
      block.bars += text[i + 1] == '\xBB' || text[i + 1] == '\xB7';
      block.has_copyright |= text[i + 1] == '\xA9';
    } else if (c == '\xE2' && i + 2 < text.size() && text[i + 1] == '\x80') {
      block.bars += text[i + 2] == '\xA2' || text[i + 2] == '\xBA';
    } else if (c == '\xE3' && text.substr(i).starts_with("。")) {
      ++block.sentence_marks;
    } else if (c == '\xEF' && (text.substr(i).starts_with("！") ||
                               text.substr(i).starts_with("？"))) {
      ++block.sentence_marks;
    } else if (c == '(' && text.size() > i + 2 && text[i + 2] == ')' &&
               text::to_lower(text[i + 1]) == 'c') {
      block.has_copyright = true;
    }
  };
  constexpr size_t kAtOnce = UINT16_MAX;
  for (size_t i = 0; i < text.size();) {
    uint64_t sums = 0;
    for (const size_t end = std::min(text.size(), i + kAtOnce); i < end; ++i) {
      const uint64_t counts = kByteCounts[static_cast<unsigned char>(text[i])];
      sums += counts;
      if (counts >= kOneMark) mark(i);
    }
    block.digits += static_cast<uint16_t>(sums / kOneDigit);
    block.upper += static_cast<uint16_t>(sums / kOneUpper);
    block.punctuation += static_cast<uint16_t>(sums / kOnePunctuation);
  }
  static constexpr std::string_view kEnds[] = {".",  "!",  "?",   "…",  "。",
                                               "！", "？", ".\"", ".”", ".)"};
  for (std::string_view end : kEnds) {
    block.ends_sentence |= text.ends_with(end);
  }
  block.ends_colon = text.ends_with(':') || text.ends_with("：");
}

}  // namespace

void measure_block(std::string_view text, const BlockSpans& spans,
                   PageBlock& block, std::vector<uint32_t>& words) {
  block.first_word = static_cast<uint32_t>(words.size());
  WordReader reader(text);
  size_t link = 0;
  size_t bold = 0;
  uint32_t months = 0;
  uint32_t hash = 0;
  auto is_in = [&](const std::vector<text::TextRange>& ranges, size_t& at,
                   size_t byte) {
    while (at < ranges.size() && ranges[at].end <= byte) ++at;
    return at < ranges.size() && ranges[at].begin <= byte;
  };
  for (Word word; reader.next(word);) {
    words.push_back(word.hash);
    ++block.words;
    block.characters += word.characters;
    block.link_words += is_in(spans.links, link, block.begin + word.begin);
    block.bold_words += is_in(spans.bold, bold, block.begin + word.begin);
    block.capitals += word.capital;
    block.numbers += word.number;
    if (is_stop_word(word)) {
      ++block.stop_words;
    } else if (word.capital && word.characters <= 10 && is_month(word.hash)) {
      ++months;
    }
    hash = sequence_hash(hash, word.hash);
  }
  if (block.words == 0) return;
  block.text_hash = hash;
  measure_characters(text, block);
  block.has_date =
      (months > 0 && block.numbers > 0) ||
      (block.digits >= 4 && block.punctuation >= 2 && has_numeric_date(text));
  block.has_price = block.digits > 0 && has_price_sign(text);
}

}  // namespace wax::document
