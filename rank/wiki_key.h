// Keys of Wikimedia's pages: "en.wikipedia/seabird".
#pragma once

#include <string>
#include <string_view>

namespace wax::rank {

// "en.wikipedia" for the site of a page view ("en.wikipedia") or the name of a
// wiki in Wikidata ("enwiki"): languages have their usual codes ("als" is
// "gsw"), wikis of all languages the language "und". Empty for what is no such
// site, such as one without a dot.
[[nodiscard]] std::string site_of_views(std::string_view site);
[[nodiscard]] std::string site_of_wiki(std::string_view wiki);

// Appends "site/title", the title folded as Unicode says (Azerbaijani and
// Turkish ones to their lower case), in form NFC, with "_" for spaces and
// controls. False, and nothing appended, when the title is empty or no UTF-8.
[[nodiscard]] bool append_wiki_key(std::string_view site,
                                   std::string_view title, std::string& key);

}  // namespace wax::rank
