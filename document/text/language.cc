#include "document/text/language.h"

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

#include <algorithm>
#include <utility>

#include "document/text/text_builder.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

// CLD2 has old codes for some languages, and its own for scripts that it knows
// no language of.
std::string bcp47_of_cld2(CLD2::Language language) {
  std::string_view code = CLD2::LanguageCode(language);
  if (language == CLD2::UNKNOWN_LANGUAGE ||
      language == CLD2::TG_UNKNOWN_LANGUAGE || code.starts_with("xx") ||
      code == "zzp") {
    return {};
  }
  if (code == "iw") return "he";
  if (code == "jw") return "jv";
  if (code == "mo") return "ro";
  return std::string(code);
}

std::string_view primary_language(std::string_view tag) {
  return tag.substr(0, tag.find('-'));
}

}  // namespace

Language detect_language(std::string_view text, std::string_view declared) {
  text = cut_text(text, kMostLanguageText);
  // CLD2 may read a few bytes past the end.
  std::string bytes;
  bytes.reserve(text.size() + 16);
  bytes.assign(text);
  bytes.append(16, '\0');
  const std::string hint(declared);
  const CLD2::CLDHints hints = {hint.empty() ? nullptr : hint.c_str(), nullptr,
                                CLD2::UNKNOWN_ENCODING, CLD2::UNKNOWN_LANGUAGE};
  // CLD2 sets none of them when the text is not UTF-8.
  CLD2::Language languages[3] = {CLD2::UNKNOWN_LANGUAGE, CLD2::UNKNOWN_LANGUAGE,
                                 CLD2::UNKNOWN_LANGUAGE};
  int percents[3] = {};
  double scores[3] = {};
  int text_bytes = 0;
  int valid_bytes = 0;
  bool reliable = false;
  CLD2::ExtDetectLanguageSummaryCheckUTF8(
      bytes.data(), static_cast<int>(text.size()), true, &hints,
      CLD2::kCLDFlagBestEffort, languages, percents, scores, nullptr,
      &text_bytes, &reliable, &valid_bytes);
  std::string code = bcp47_of_cld2(languages[0]);
  if (code.empty() || percents[0] == 0) return {};
  // CLD2 is too sure about texts of few letters.
  constexpr int kFewBytes = 12;
  if (text_bytes < kFewBytes) return {};
  if (!reliable && primary_language(code) != primary_language(declared)) {
    return {};
  }
  return {std::move(code), percents[0]};
}

std::string language_tag(std::string_view stated) {
  stated = text::trim(stated, text::kAllSpace);
  stated = stated.substr(0, stated.find_first_of(",; \t\r\n\f"));
  std::string tag;
  for (bool first = true; !stated.empty(); first = false) {
    size_t end = stated.find_first_of("-_");
    std::string part(stated.substr(0, end));
    stated.remove_prefix(std::min(part.size() + 1, stated.size()));
    if (part.empty() || part.size() > 8) return {};
    bool letters = true;
    for (char c : part) {
      if (!text::is_alphanumeric(c)) return {};
      letters &= text::is_letter(c);
    }
    if (first && (!letters || part.size() < 2 || part.size() > 3)) return {};
    text::lower_case(part);
    if (!first && letters && part.size() == 2) text::upper_case(part);
    if (!first && letters && part.size() == 4) {
      part.front() = text::to_upper(part.front());
    }
    if (!first) tag += '-';
    tag += part;
  }
  return tag;
}

}  // namespace wax::document
