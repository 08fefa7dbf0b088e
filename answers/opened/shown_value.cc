#include "answers/opened/shown_value.h"

#include <unicode/idna.h>
#include <unicode/uspoof.h>

#include <memory>

#include "index/schema/language_names.h"

namespace wax::answers {
namespace {

bool looks_like_others(const icu::UnicodeString& host) {
  struct Close {
    void operator()(USpoofChecker* checker) const { uspoof_close(checker); }
  };
  UErrorCode error = U_ZERO_ERROR;
  std::unique_ptr<USpoofChecker, Close> checker(uspoof_open(&error));
  if (U_FAILURE(error)) return true;
  uspoof_setRestrictionLevel(checker.get(), USPOOF_HIGHLY_RESTRICTIVE);
  uspoof_setChecks(checker.get(), USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE,
                   &error);
  return uspoof_checkUnicodeString(checker.get(), host, nullptr, &error) != 0 ||
         U_FAILURE(error);
}

std::string unicode_host(const std::string& host) {
  if (host.find("xn--") == host.npos) return host;
  UErrorCode error = U_ZERO_ERROR;
  std::unique_ptr<icu::IDNA> idna(icu::IDNA::createUTS46Instance(
      UIDNA_NONTRANSITIONAL_TO_UNICODE | UIDNA_CHECK_BIDI, error));
  if (U_FAILURE(error)) return host;
  icu::IDNAInfo info;
  icu::UnicodeString name;
  idna->nameToUnicode(icu::UnicodeString::fromUTF8(host), name, info, error);
  if (U_FAILURE(error) || info.hasErrors() || looks_like_others(name)) {
    return host;
  }
  std::string utf8;
  name.toUTF8String(utf8);
  return utf8;
}

}  // namespace

std::string shown_value(std::string_view field, const std::string& value) {
  if (field == "lang" && !value.empty()) return index::language_name(value);
  if (field == "site" || field == "host" || field == "domain") {
    return unicode_host(value);
  }
  return value;
}

}  // namespace wax::answers
