// Bodies of requests as queries. Three lines (method, media type, length), then
// the body.
#include <string>

#include "cdx/request/request_encoder.h"
#include "fuzz/support/entry.h"

void wax::fuzz::run(std::string_view bytes) {
  std::string_view method = take_line(bytes);
  std::string_view type = take_line(bytes);
  std::string_view length = take_line(bytes);
  std::string query = cdx::request_body_query(method, type, length, bytes);
  std::string whole = cdx::request_body_query(
      "POST", type, std::to_string(bytes.size()), bytes);
  require(whole.size() <= 4 * cdx::kMostRequestQuery);

  std::string_view url = "http://example.org/a";
  std::string out;
  cdx::append_request_url(url, method, query, out);
  require(out.starts_with(url));
}
