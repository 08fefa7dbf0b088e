// What all pages have in common. Any number of threads may call what is
// declared here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "answers/requests/message.h"
#include "answers/shown/found_page.h"
#include "answers/shown/holdings.h"
#include "serve/pages/template.h"
#include "serve/words/words.h"

namespace wax::serve {

struct PageFrame {
  std::string title;       // of the window
  std::string query = {};  // in the search box
  // Whether the search box is in the head; the search page has its own.
  bool search_box = true;
  std::string_view current = {};  // path of the page, as the menu has it
  bool has_facets = false;        // which the keyboard reaches at once
  std::string feed = {};          // where what the page shows is as RSS
  // Why the page may lack something, if its answer says so; else it says what
  // of the collection is lost (LostParts).
  std::vector<std::string> missing = {};
};

// A whole page of HTML around the template `name`. Beside `values`, templates
// have "collection", the name of the collection, and "in", the same if links
// and forms must say it.
[[nodiscard]] answers::Response page(const answers::Scope& scope,
                                     const PageFrame& frame,
                                     std::string_view name, Values values,
                                     int status = 200);

// The path with parameters, and with "in=NAME" if links need it.
[[nodiscard]] std::string href_in(const answers::Scope& scope,
                                  std::string_view path,
                                  std::string parameters);

// The switch between collections: each with what `scope` was asked for, where
// it may have that too, else with its front page. Empty when there is one
// alone.
struct CollectionLink {
  std::string name;
  std::string href;
  bool is_current = false;
};
[[nodiscard]] std::vector<CollectionLink> collection_links(
    const answers::Scope& scope);

// Where a reader sees a capture: as it looked, if its archive is at hand, else
// in the replay system, else on the page of its URL.
[[nodiscard]] std::string capture_href(const answers::Scope& scope,
                                       std::string_view date,
                                       std::string_view url);
// The path of a record as it was archived, if the archives are at hand: its
// body ("id_"), headers ("hd_") or all of it ("rec_").
[[nodiscard]] std::string raw_href(const answers::Scope& scope,
                                   std::string_view date, std::string_view url,
                                   std::string_view part = "id_");
// The capture of a URL next to a date, as it looked; empty when no archives are
// at hand. `part` as in answers/records/page_view.h: "im_" for an image alone.
[[nodiscard]] std::string view_href(const answers::Scope& scope,
                                    std::string_view date, std::string_view url,
                                    std::string_view part = {});
// The page of the capture of a URL next to a date.
[[nodiscard]] std::string capture_page_href(const answers::Scope& scope,
                                            std::string_view date,
                                            std::string_view url);
// The place in that page that says how to cite it; empty for a date that cannot
// be shown.
[[nodiscard]] std::string cite_href(const answers::Scope& scope,
                                    std::string_view date,
                                    std::string_view url);
// "/url?url=..."
[[nodiscard]] std::string url_page_href(const answers::Scope& scope,
                                        std::string_view url);
// The same, with the days of the year of a date in its calendar.
[[nodiscard]] std::string days_href(const answers::Scope& scope,
                                    std::string_view url,
                                    std::string_view date);
// "/url/similar?url=..."
[[nodiscard]] std::string similar_page_href(const answers::Scope& scope,
                                            std::string_view url);
// "/search?site=..."
[[nodiscard]] std::string search_href(const answers::Scope& scope,
                                      std::string_view parameter,
                                      std::string_view value);

// The title of the collection for readers, or "All collections". The only one
// has that of the library, if it has none itself.
[[nodiscard]] std::string collection_title(const answers::Scope& scope);
// What the library says of itself: by --site, or else of its only collection.
[[nodiscard]] std::string_view site_text(const answers::Scope& scope,
                                         std::string_view key);

[[nodiscard]] const answers::Site& site_of(const answers::Scope& scope);
// Whether there is a page about the library.
[[nodiscard]] bool has_about(const answers::Scope& scope);

// In the language of the reader.
[[nodiscard]] const Words& words_of(const answers::Scope& scope);

// "12 kB", "3.4 MB"
[[nodiscard]] std::string size_text(const Words& words, uint64_t bytes);
// Values of date.html: "5 Nov 2006", and with the time of day. A text
// that is not a date is shown as it is.
[[nodiscard]] Values day_values(const Words& words, std::string_view date);
[[nodiscard]] Values moment_values(const Words& words, std::string_view date);
// A value of a field as readers know it.
// The name of a field of the index for people.
[[nodiscard]] std::string_view field_label(const Words& words,
                                           std::string_view field);
[[nodiscard]] std::string shown_value(const Words& words,
                                      std::string_view field,
                                      const std::string& value);
// A URL without "http://" and "www.", its host as shown_value() shows it.
[[nodiscard]] std::string short_url(std::string_view url);
// The title of a page, or else its short URL.
[[nodiscard]] std::string title_or_url(std::string_view title,
                                       std::string_view url);
// How long a bar is beside the longest, from 1 to 100.
[[nodiscard]] int percent_of(uint64_t value, uint64_t most);
// A number from 0 to 5: how great `value` is beside `most`.
[[nodiscard]] int shade(uint64_t value, uint64_t most);

}  // namespace wax::serve
