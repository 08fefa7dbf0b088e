#include "cdx/url/idna2008.h"

#include <unicode/uidna.h>

#include <algorithm>
#include <array>
#include <memory>

#include "text/percent.h"

namespace wax::cdx {
namespace {

bool has_two_spellings(std::string_view host) {
  // ß, ς, ZWNJ, ZWJ.
  constexpr std::array<std::string_view, 4> kDeviations = {
      "\xc3\x9f", "\xcf\x82", "\xe2\x80\x8c", "\xe2\x80\x8d"};
  return std::any_of(
      kDeviations.begin(), kDeviations.end(),
      [host](std::string_view one) { return host.find(one) != host.npos; });
}

struct Close {
  void operator()(UIDNA* idna) const { uidna_close(idna); }
};

}  // namespace

std::string idna2008_url(std::string_view url) {
  const size_t mark = url.find("://");
  size_t begin = 0;
  if (mark != url.npos && url.find_first_of("/?#") > mark) begin = mark + 3;
  size_t end = std::min(url.find_first_of("/?#", begin), url.size());
  const size_t user = url.substr(begin, end - begin).rfind('@');
  if (user != url.npos) begin += user + 1;
  const size_t port = url.find(':', begin);
  if (port < end) end = port;
  const std::string host =
      text::percent_decoded(url.substr(begin, end - begin));
  if (!has_two_spellings(host)) return {};
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UIDNA, Close> idna(
      uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII, &status));
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  std::array<char, 256> ascii{};
  const int32_t size = uidna_nameToASCII_UTF8(
      idna.get(), host.data(), static_cast<int32_t>(host.size()), ascii.data(),
      static_cast<int32_t>(ascii.size()), &info, &status);
  if (U_FAILURE(status) || info.errors != 0) return {};
  std::string spelled(url.substr(0, begin));
  spelled.append(ascii.data(), static_cast<size_t>(size));
  spelled += url.substr(end);
  return spelled;
}

}  // namespace wax::cdx
