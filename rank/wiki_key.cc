#include "rank/wiki_key.h"

#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>

#include <algorithm>
#include <array>
#include <utility>

#include "cdx/url/url_key.h"
#include "text/ascii.h"
#include "text/percent.h"
#include "text/utf8.h"

namespace wax::rank {
namespace {

using Names = std::pair<std::string_view, std::string_view>;

// Codes of languages that wikis do not have for their name.
constexpr std::array<Names, 14> kLanguages = {{{"als", "gsw"},
                                               {"bat-smg", "sgs"},
                                               {"be-x-old", "be-tarask"},
                                               {"cbk-zam", "cbk-x-zam"},
                                               {"fiu-vro", "vro"},
                                               {"map-bms", "jv-x-bms"},
                                               {"no", "nb"},
                                               {"roa-rup", "rup"},
                                               {"roa-tara", "nap-x-tara"},
                                               {"simple", "en-x-simple"},
                                               {"zh-classical", "lzh"},
                                               {"zh-min-nan", "nan"},
                                               {"zh-yue", "yue"},
                                               {"nds-nl", "nds-nl"}}};

// Wikis of all languages, by their names in Wikidata and their sites.
constexpr std::array<Names, 4> kShared = {{{"commons", "commons.wikimedia"},
                                           {"species", "species.wikimedia"},
                                           {"meta", "meta.wikimedia"},
                                           {"wikidata", "www.wikidata"}}};

constexpr std::array<Names, 8> kProjects = {{{"wiki", "wikipedia"},
                                             {"wikibooks", "wikibooks"},
                                             {"wikinews", "wikinews"},
                                             {"wikiquote", "wikiquote"},
                                             {"wikisource", "wikisource"},
                                             {"wikiversity", "wikiversity"},
                                             {"wikivoyage", "wikivoyage"},
                                             {"wiktionary", "wiktionary"}}};

// Wikis that have not the host that their names say.
constexpr std::array<Names, 7> kHosts = {
    {{"be-x-oldwiki", "be-tarask.wikipedia.org"},
     {"commonswiki", "commons.wikimedia.org"},
     {"mediawikiwiki", "www.mediawiki.org"},
     {"metawiki", "meta.wikimedia.org"},
     {"sourceswiki", "wikisource.org"},
     {"specieswiki", "species.wikimedia.org"},
     {"wikidatawiki", "www.wikidata.org"}}};

std::string host_of_wiki(std::string_view wiki) {
  std::string name(wiki);
  std::replace(name.begin(), name.end(), '_', '-');
  for (const auto& [known, host] : kHosts) {
    if (name == known) return std::string(host);
  }
  for (const auto& [end, project] : kProjects) {
    if (name.size() <= end.size() || !name.ends_with(end)) continue;
    name.resize(name.size() - end.size());
    return name.append(".").append(project).append(".org");
  }
  return {};
}

std::string language_of(std::string_view code) {
  std::string language(code);
  std::replace(language.begin(), language.end(), '_', '-');
  for (const auto& [name, usual] : kLanguages) {
    if (language == name) return std::string(usual);
  }
  return language;
}

// Whether letters have another lower case in the language of the site.
bool is_turkic(std::string_view site) {
  return site.starts_with("tr.") || site.starts_with("az.");
}

void append_ascii(std::string_view title, std::string& key) {
  for (char c : title) {
    key += text::is_control_or_space(c) ? '_' : text::to_lower(c);
  }
}

// The path of an article: what would end it, or be an escape, is escaped.
void append_url_key(std::string_view host, std::string_view title,
                    std::string& key) {
  std::string path(title);
  std::replace_if(path.begin(), path.end(), text::is_control_or_space, '_');
  text::escape_bytes("%?#\\", path);
  cdx::append_url_key(
      cdx::UrlKeyKind::kSurt,
      std::string("https://").append(host).append("/wiki/").append(path), key);
}

void append_unicode(std::string_view title, bool turkic, std::string& key) {
  UErrorCode error = U_ZERO_ERROR;
  std::string folded;
  icu::StringByteSink<std::string> fold_sink(&folded);
  const icu::StringPiece piece(title.data(),
                               static_cast<int32_t>(title.size()));
  if (turkic) {
    icu::CaseMap::utf8ToLower("tr", 0, piece, fold_sink, nullptr, error);
  } else {
    icu::CaseMap::utf8Fold(0, piece, fold_sink, nullptr, error);
  }
  std::string normal;
  icu::StringByteSink<std::string> sink(&normal);
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(error);
  if (U_SUCCESS(error)) nfc->normalizeUTF8(0, folded, sink, nullptr, error);
  for (char c : normal) key += text::is_control_or_space(c) ? '_' : c;
}

}  // namespace

std::string site_of_views(std::string_view site, WikiKeys keys) {
  const size_t dot = site.find('.');
  if (dot == std::string_view::npos || site == "en-wg.wikipedia") return {};
  if (keys == WikiKeys::kUrls) return std::string(site) + ".org";
  for (const auto& [name, shared] : kShared) {
    if (site == shared || site == shared.substr(shared.find('.') + 1)) {
      return "und." + std::string(name);
    }
  }
  return language_of(site.substr(0, dot)) + std::string(site.substr(dot));
}

std::string site_of_wiki(std::string_view wiki, WikiKeys keys) {
  if (keys == WikiKeys::kUrls) return host_of_wiki(wiki);
  for (const auto& [name, shared] : kShared) {
    if (wiki.size() == name.size() + 4 && wiki.starts_with(name) &&
        wiki.ends_with("wiki")) {
      return "und." + std::string(name);
    }
  }
  for (const auto& [end, project] : kProjects) {
    if (wiki.size() <= end.size() || !wiki.ends_with(end)) continue;
    return language_of(wiki.substr(0, wiki.size() - end.size())) + '.' +
           std::string(project);
  }
  return {};
}

bool append_wiki_key(std::string_view site, std::string_view title,
                     std::string& key, WikiKeys keys) {
  if (title.empty()) return false;
  const bool turkic = is_turkic(site);
  const bool ascii = text::ascii_prefix(title) == title.size();
  if (!ascii && !text::is_utf8(title)) return false;
  if (keys == WikiKeys::kUrls) {
    append_url_key(site, title, key);
    return true;
  }
  key += site;
  key += '/';
  if (ascii && (!turkic || title.find('I') == std::string_view::npos)) {
    append_ascii(title, key);
  } else {
    append_unicode(title, turkic, key);
  }
  return true;
}

}  // namespace wax::rank
