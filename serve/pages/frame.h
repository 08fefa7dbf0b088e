// What all pages have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "serve/api/markup.h"
#include "serve/api/scope.h"
#include "serve/http/message.h"

namespace wax::serve {

struct PageFrame {
  std::string title;       // of the window
  std::string query = {};  // in the search box
  // Whether the search box is in the head; the search page has its own.
  bool search_box = true;
  std::string_view current = {};  // path of the page, as the menu has it
};

// A whole page of HTML around `main`.
[[nodiscard]] Response page(const Scope& scope, const PageFrame& frame,
                            const Markup& main, int status = 200);

// "&in=NAME" for a link behind other parameters, if links need it.
[[nodiscard]] Markup in_parameter(const Scope& scope);
// A hidden field of a form that does the same.
[[nodiscard]] Markup in_field(const Scope& scope);

// Where a reader sees a capture: in the replay system, else as raw record, else
// on the page of its URL. Not for URLs that browsers must not follow.
[[nodiscard]] std::string capture_href(const Scope& scope,
                                       std::string_view date,
                                       std::string_view url);
// The path of a record as it was archived, if the archives are at hand: its
// body ("id_"), headers ("hd_") or all of it ("rec_").
[[nodiscard]] std::string raw_href(std::string_view date, std::string_view url,
                                   std::string_view part = "id_");
// The page of the capture of a URL next to a date.
[[nodiscard]] std::string capture_page_href(const Scope& scope,
                                            std::string_view date,
                                            std::string_view url);
// "/url?url=..."
[[nodiscard]] std::string url_page_href(const Scope& scope,
                                        std::string_view url);
// "/search?site=..."
[[nodiscard]] std::string search_href(const Scope& scope,
                                      std::string_view parameter,
                                      std::string_view value);

// "12,345"
[[nodiscard]] std::string grouped(uint64_t number);
// "12 kB", "3.4 MB"
[[nodiscard]] std::string size_text(uint64_t bytes);
// "5 Nov 2006" as a time element, and with the time of day. Dates that are none
// are shown as they are.
[[nodiscard]] Markup day_element(std::string_view date);
[[nodiscard]] Markup moment_element(std::string_view date);
// "captures" for all numbers but 1.
[[nodiscard]] std::string counted(uint64_t number, std::string_view one,
                                  std::string_view many);
// A URL without "http://" and "www.", to be read.
[[nodiscard]] std::string_view short_url(std::string_view url);
// A horizontal bar, `value` long of `most`; not for screen readers.
[[nodiscard]] Markup bar(uint64_t value, uint64_t most);
// A number from 0 to 5: how great `value` is beside `most`.
[[nodiscard]] int shade(uint64_t value, uint64_t most);

}  // namespace wax::serve
