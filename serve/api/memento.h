// Captures as mementos of a web page (RFC 7089). Any number of threads may call
// what is declared here.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "answers/records/line_body.h"
#include "answers/requests/message.h"
#include "answers/shown/holdings.h"
#include "serve/http/router.h"

namespace wax::serve {

// Where a capture can be seen: in the replay system, else at /raw, or at
// /NAME/raw of the collection that was asked.
struct MementoPlace {
  const answers::Holdings* holdings;
  std::string base;  // "http://HOST" or "http://HOST/NAME"

  // Null: all collections were asked.
  MementoPlace(const answers::Holdings& all,
               const answers::Collection* collection,
               const answers::Request& request);
  [[nodiscard]] std::string url(std::string_view date,
                                std::string_view url) const;
};

// "<URL>" for a header or a list of links; what would end it becomes %XX.
[[nodiscard]] std::string link_target(std::string_view url);

// Writes lines "DATE URL" as links of a list in application/link-format.
[[nodiscard]] std::unique_ptr<answers::BodyLineWriter> memento_links(
    MementoPlace place);

// Seconds of "Thu, 31 May 2007 20:35:00 GMT" (RFC 9110, 5.6.7); nothing for
// another text.
[[nodiscard]] std::optional<int64_t> seconds_of_http_date(
    std::string_view text);

// The URL that a path has after `prefix`, with its query: as sent, but decoded
// when it has no "://" as sent.
[[nodiscard]] std::string url_behind(const answers::Request& request,
                                     std::string_view prefix);

// Adds /timemap/link/URL and /timemap/json/URL, /timegate/URL, over all
// collections; with /NAME before the path, for one of them.
void add_memento_routes(const answers::Holdings& holdings, Router& router);

// /wayback/available, over all collections and after /NAME: the capture next to
// a date as the Internet Archive's availability API tells it (available.cc).
// Added by add_memento_routes().
void add_available_routes(const answers::Holdings& holdings, Router& router);

}  // namespace wax::serve
