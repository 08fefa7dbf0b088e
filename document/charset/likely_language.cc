#include "document/charset/likely_language.h"

#include <algorithm>
#include <string>

#include "cdx/url/host.h"
#include "document/charset/language_pairs.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

struct Domain {
  std::string_view names;  // between spaces
  std::string_view languages;
};

constexpr Domain kDomains[] = {
    {" th ", "th"},
    {" lt ", "lt"},
    {" lv ", "lv ru"},
    {" ee ", "et ru"},
    {" hr ", "hr"},
    {" si ", "sl"},
    {" pl ", "pl"},
    {" ro ", "ro"},
    {" md ", "ro ru"},
    {" cz ", "cs"},
    {" sk ", "sk"},
    {" hu ", "hu"},
    {" al ", "sq"},
    {" ru su kz kg uz tj tm am ge az ", "ru"},
    {" ua ", "uk ru"},
    {" by ", "be ru"},
    {" bg ", "bg"},
    {" rs yu me ", "sr hr"},
    {" ba ", "hr sr"},
    {" mk ", "mk"},
    {" tr ", "tr"},
    {" gr cy ", "el"},
    {" il ", "he"},
    {" ae bh dz eg iq jo kw lb ly ma om ps qa sa sd sy tn ye ", "ar"},
    {" ir af ", "fa"},
    {" vn ", "vi"},
    {" dk gl ", "da"},
    {" de at li ", "de"},
    {" ch lu ", "de fr it"},
    {" be ", "nl fr de"},
    {" fr mc ", "fr"},
    {" es ar mx cl co pe uy ve ec bo py cr cu do gt hn ni pa sv ", "es ca gl"},
    {" cat ad ", "ca es"},
    {" fi ", "fi sv"},
    {" is ", "is"},
    {" it sm va ", "it"},
    {" no ", "nb"},
    {" nl ", "nl"},
    {" pt br ao mz cv ", "pt"},
    {" se ", "sv"},
    {" ie ", "ga"},
    {" jp ", "ja"},
    {" kr kp ", "ko"},
    {" cn sg my ", "zh"},
    {" tw hk mo ", "zh-tw"},
};

}  // namespace

std::vector<std::string_view> languages_of_domain(std::string_view url) {
  std::string host(cdx::host_of(url));
  text::lower_case(host);
  while (host.ends_with('.')) host.pop_back();
  const std::string name = host.substr(host.rfind('.') + 1);
  std::vector<std::string_view> languages;
  if (name.empty()) return languages;
  for (const Domain& domain : kDomains) {
    if (domain.names.find(' ' + name + ' ') == std::string_view::npos) continue;
    for (std::string_view rest = domain.languages; !rest.empty();) {
      const size_t end = std::min(rest.find(' '), rest.size());
      languages.push_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return languages;
}

std::string_view language_of_tag(std::string_view tag) {
  for (std::string_view other : {"no", "nn"}) {
    if (text::starts_with_ignoring_case(tag, other)) return "nb";
  }
  for (std::string_view traditional :
       {"zh-tw", "zh-hk", "zh-mo", "zh-hant", "zh_tw"}) {
    if (text::starts_with_ignoring_case(tag, traditional)) return "zh-tw";
  }
  tag = tag.substr(0, tag.find_first_of("-_"));
  for (const LanguagePairs& pairs : language_pairs()) {
    if (text::equal_ignoring_case(tag, pairs.language())) {
      return pairs.language();
    }
  }
  return {};
}

}  // namespace wax::document
