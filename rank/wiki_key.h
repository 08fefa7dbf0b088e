// Keys of Wikimedia's pages, by their sites and titles.
#pragma once

#include <string>
#include <string_view>

namespace wax::rank {

enum class WikiKeys {
  // "en.wikipedia/seabird", as Wikidata QRank has them: one key for all
  // spellings of a title.
  kTitles,
  // "org,wikipedia,en)/wiki/seabird", as captures of the page have it
  // (cdx::UrlKeyKind::kSurt).
  kUrls,
};

// The site of a page view ("en.wikipedia") or of a wiki in Wikidata ("enwiki"),
// for append_wiki_key(). Empty for what is no such site, such as one without a
// dot.
//
// With kTitles, "en.wikipedia": languages have their usual codes ("als" is
// "gsw"), wikis of all languages the language "und". With kUrls, the host:
// "en.wikipedia.org".
[[nodiscard]] std::string site_of_views(std::string_view site,
                                        WikiKeys keys = WikiKeys::kTitles);
[[nodiscard]] std::string site_of_wiki(std::string_view wiki,
                                       WikiKeys keys = WikiKeys::kTitles);

// Appends the key of a title on a site. Of titles, it is folded as Unicode says
// (Azerbaijani and Turkish ones to their lower case), in form NFC, with "_" for
// spaces and controls. Of URLs, it is that of "https://SITE/wiki/TITLE", with
// "_" for spaces and controls; so titles that differ in case are one page only
// where they differ in letters of ASCII. False, and nothing appended, when the
// title is empty or no UTF-8.
[[nodiscard]] bool append_wiki_key(std::string_view site,
                                   std::string_view title, std::string& key,
                                   WikiKeys keys = WikiKeys::kTitles);

}  // namespace wax::rank
