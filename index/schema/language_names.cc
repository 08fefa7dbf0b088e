#include "index/schema/language_names.h"

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <map>

#include "index/schema/tokens.h"
#include "text/ascii.h"

namespace wax::index {
namespace {

using CodesByName =
    std::map<std::string, std::vector<std::string>, std::less<>>;

std::string utf8_of_name(const icu::UnicodeString& name) {
  std::string utf8;
  name.toUTF8String(utf8);
  return utf8;
}

std::string folded_words(std::string_view name) {
  std::string words;
  Tokenizer tokenizer;
  tokenizer.set(name);
  for (Token token; tokenizer.next(token);) {
    if (!words.empty()) words += ' ';
    words += utf8_of(token.text);
  }
  return words;
}

CodesByName codes_by_name() {
  // Texts have no other language with a script.
  std::vector<std::string> codes = {"zh-Hant"};
  for (const char* const* code = icu::Locale::getISOLanguages();
       *code != nullptr; ++code) {
    codes.emplace_back(*code);
  }
  std::sort(codes.begin(), codes.end());
  CodesByName found;
  for (std::string& code : codes) {
    const icu::Locale language(code.c_str());
    text::lower_case(code);
    for (const icu::Locale& in : {icu::Locale::getEnglish(), language}) {
      icu::UnicodeString names[2];
      language.getDisplayLanguage(in, names[0]);
      language.getDisplayName(in, names[1]);
      for (const icu::UnicodeString& name : names) {
        const std::string words = folded_words(utf8_of_name(name));
        if (words.empty() || words == code) continue;  // none is known
        std::vector<std::string>& same = found[words];
        if (same.empty() || same.back() != code) same.push_back(code);
      }
    }
  }
  return found;
}

}  // namespace

std::string language_name(const std::string& code) {
  icu::UnicodeString name;
  icu::Locale(code.c_str()).getDisplayName(icu::Locale::getEnglish(), name);
  const std::string utf8 = utf8_of_name(name);
  return utf8.empty() ? code : utf8;
}

std::vector<std::string> languages_named(std::string_view name) {
  static const CodesByName codes = codes_by_name();
  auto found = codes.find(folded_words(name));
  return found == codes.end() ? std::vector<std::string>() : found->second;
}

}  // namespace wax::index
