#include "index/schema/word_tables.h"

#include <unicode/uchar.h>
#include <unicode/uversion.h>

#include "index/schema/kept_words.h"
#include "index/schema/stems.h"
#include "index/schema/tokens.h"
#include "text/number.h"
#include "text/utf8.h"
#include "warc/record/digest.h"

namespace wax::index {
namespace {

std::string sum_of(warc::Digester& digester) {
  return text::to_hex(digester.finish().bytes()).substr(0, 16);
}

void add_words(std::string_view text, warc::Digester& digester) {
  Tokenizer words;
  words.set(text);
  for (std::string_view word, exact; words.next_utf8(word, exact);) {
    digester.update(word);
    digester.update("\t");
    digester.update(exact);
    digester.update("\n");
  }
}

bool was_there_before(UChar32 c) {
  constexpr uint8_t kKeptVersion = 14;
  UVersionInfo age = {};
  u_charAge(c, age);
  return age[0] > 0 && age[0] <= kKeptVersion;
}

// Each character between two letters.
void add_characters(const KeptRange& range, warc::Digester& digester) {
  std::string text;
  for (char32_t c = range.first; c <= range.last; c += range.step) {
    if (!was_there_before(static_cast<UChar32>(c))) continue;
    text += 'a';
    text::append_utf8(c, text);
    text += "b ";
  }
  add_words(text, digester);
}

std::string sum_of_words() {
  warc::Digester digester;
  for (const KeptRange& range : kKeptRanges) add_characters(range, digester);
  for (std::string_view text : kKeptTexts) add_words(text, digester);
  return sum_of(digester);
}

const std::string& words_sum() {
  static const std::string sum = sum_of_words();
  return sum;
}

std::string stems_sum(const std::vector<std::string>& stems) {
  warc::Digester digester;
  for (const KeptWords& kept : kKeptWords) {
    if (stem_language(kept.language, stems).empty()) continue;
    Tokenizer words;
    words.set(kept.words);
    StemTerms terms{std::string(kept.language)};
    for (std::string_view word, exact; words.next_utf8(word, exact);) {
      digester.update(terms.term(exact.empty() ? word : exact));
      digester.update("\n");
    }
  }
  return sum_of(digester);
}

std::string version_text(const UVersionInfo& version) {
  return std::to_string(version[0]) + '.' + std::to_string(version[1]);
}

std::string icu_text() {
  UVersionInfo version = {};
  u_getVersion(version);
  return "icu=" + version_text(version);
}

constexpr std::string_view kWordsMark = " words=";
constexpr std::string_view kStemsMark = " stems=";

std::string_view value_of_mark(std::string_view tables, std::string_view mark) {
  const size_t at = tables.find(mark);
  if (at == std::string_view::npos) return {};
  const std::string_view value = tables.substr(at + mark.size());
  return value.substr(0, value.find(' '));
}

}  // namespace

std::string word_tables(const std::vector<std::string>& stems) {
  UVersionInfo unicode = {};
  u_getUnicodeVersion(unicode);
  std::string tables = icu_text() + " unicode=" + version_text(unicode);
  tables += std::string(kWordsMark) + words_sum();
  return tables + std::string(kStemsMark) + stems_sum(stems);
}

std::string table_sums(std::string_view tables) {
  return std::string(value_of_mark(tables, kWordsMark)) + ' ' +
         std::string(value_of_mark(tables, kStemsMark));
}

bool has_own_tables(std::string_view tables,
                    const std::vector<std::string>& stems) {
  if (tables.empty()) return true;
  const bool has_own_icu = tables.starts_with(icu_text() + ' ');
  if (!has_own_icu && value_of_mark(tables, kWordsMark) != words_sum()) {
    return false;
  }
  return value_of_mark(tables, kStemsMark) == stems_sum(stems);
}

}  // namespace wax::index
