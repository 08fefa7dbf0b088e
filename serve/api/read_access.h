// Which requests of browsers a server of this machine alone answers.
#pragma once

#include <string>
#include <string_view>

#include "answers/requests/message.h"

namespace wax::serve {

// Whether an address is one of the machine itself: "127.0.0.1", "::1".
[[nodiscard]] bool is_loopback(std::string_view address);

// The host that a request names, without its port and brackets, in small
// letters. Empty when it names none.
[[nodiscard]] std::string host_of(const answers::Request& request);

// Whether a host that a request names is this machine: "localhost" or an
// address for which is_loopback() is true.
[[nodiscard]] bool is_loopback_name(std::string_view host);

// A server that listens on a loopback address is there for the people of its
// machine. A page of any site that their browser shows can send requests to it;
// such pages must not read the answers.
struct ReadAccess {
  bool is_loopback = false;  // the server listens on such an address
  // Whether pages of all sites may read answers ("Access-Control-Allow-Origin:
  // *", https://fetch.spec.whatwg.org/#http-cors-protocol).
  bool allows_other_pages = true;
  // Where else the server is known: "https://example.org/archive"; may be
  // empty.
  std::string public_url = {};

  // Empty when the request is answered; else the sentence that refuses it. A
  // site can give its own name the address 127.0.0.1; the header Host has that
  // name (DNS rebinding).
  [[nodiscard]] std::string_view refusal(const answers::Request& request) const;
  // Takes away what would let pages of other sites read the answer.
  void restrict(answers::Response& response) const;
};

}  // namespace wax::serve
