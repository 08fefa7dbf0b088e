// Captures that clients add and delete. Handlers are added by one thread before
// the server runs; then any number of threads call them.
#pragma once

#include <string>
#include <string_view>

#include "serve/answers/holdings.h"
#include "serve/http/message.h"
#include "serve/http/router.h"

namespace wax::serve {

// Who may write. Nobody, unless one of these is set.
struct WriteAccess {
  std::string token;  // requests with "Authorization: Bearer TOKEN"
  // Clients on this machine, if no proxy has passed on their requests and no
  // page of a browser has made them.
  bool from_loopback = false;

  [[nodiscard]] bool any() const { return !token.empty() || from_loopback; }
  // Empty when the request may write; else the sentence that refuses it.
  [[nodiscard]] std::string_view refusal(const Request& request) const;
};

// The first line of a file. Throws IoError, and UsageError when it is empty or
// has spaces.
[[nodiscard]] std::string read_token(const std::string& path);

// Whether a request writes to a collection, and may: such ones may have large
// bodies.
[[nodiscard]] bool is_write(const Holdings& holdings, const WriteAccess& access,
                            const Request& request);

// POST /NAME adds the captures of CDX or CDXJ lines, POST /NAME/delete deletes
// all captures with the URL keys and dates of such lines, as OutbackCDX does.
// The answer says how many lines they were, when they are on the disk. A bad
// line is 400, and then nothing is changed; with badLines=skip, bad lines are
// passed over. Requests that may not write are 401 or 403. `holdings` outlives
// the router.
void add_write_routes(const Holdings& holdings, const WriteAccess& access,
                      Router& router);

}  // namespace wax::serve
