#include "crawl/fetch/fetch_url.h"

#include <algorithm>
#include <ctime>
#include <limits>

#include "cdx/url/canonical.h"
#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "io/byte_source.h"
#include "io/problem.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/percent.h"
#include "warc/http/http.h"

namespace wax::crawl {
namespace {

// Reads a head into `buffer` and gives its fields.
warc::HttpHead head_of(std::string_view bytes, std::string& buffer) {
  io::MemorySource source(bytes);
  warc::HttpHead head;
  (void)warc::read_http_head(source, buffer, head);
  return head;
}

// Seconds from 1970 of "Sun, 06 Nov 1994 08:49:37 GMT".
std::optional<int64_t> seconds_of_http(std::string_view text) {
  std::tm time{};
  const std::string copy(text);
  if (::strptime(copy.c_str(), "%a, %d %b %Y %H:%M:%S", &time) == nullptr) {
    return std::nullopt;
  }
  return ::timegm(&time);
}

// 1 for a segment of a path that is ".", 2 for "..", else 0. Browsers read
// "%2e" as a dot here.
int dots_of(std::string_view segment) {
  int dots = 0;
  while (!segment.empty()) {
    const bool is_escaped =
        text::equal_ignoring_case(segment.substr(0, 3), "%2e");
    if (segment[0] != '.' && !is_escaped) return 0;
    segment.remove_prefix(is_escaped ? 3 : 1);
    ++dots;
  }
  return dots <= 2 ? dots : 0;
}

// `path` begins with "/".
std::string resolve_dots(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const size_t end = std::min(path.find('/', 1), path.size());
    const std::string_view segment = path.substr(0, end);
    path.remove_prefix(end);
    const int dots = dots_of(segment.substr(1));
    if (dots == 0) {
      out += segment;
      continue;
    }
    if (dots == 2) out.resize(std::min(out.rfind('/'), out.size()));
    if (path.empty()) out += '/';
  }
  return out;
}

}  // namespace

bool is_of_web(std::string_view url) {
  const std::string_view scheme = cdx::split_url(text::trim(url)).scheme;
  return text::equal_ignoring_case(scheme, "http") ||
         text::equal_ignoring_case(scheme, "https");
}

std::optional<std::string> fetch_url(std::string_view text) {
  const cdx::UrlParts written = cdx::split_url(text::trim(text));
  if (written.authority.find('@') != written.authority.npos) {
    return std::nullopt;
  }
  cdx::Url url;
  if (!cdx::parse(text, url)) return std::nullopt;
  std::transform(url.scheme.begin(), url.scheme.end(), url.scheme.begin(),
                 text::to_lower);
  if (url.scheme != "http" && url.scheme != "https") return std::nullopt;
  if (url.host.find(':') == url.host.npos && !cdx::encode_idna(url.host)) {
    return std::nullopt;
  }
  if (url.host.empty()) return std::nullopt;
  for (char c : url.host) {
    if (!text::is_alphanumeric(c) && c != '-' && c != '_' && c != '.' &&
        c != ':') {
      return std::nullopt;
    }
  }
  if (url.port == cdx::default_port(url.scheme)) url.port = cdx::Url::kNoPort;
  if (url.host.find(':') != url.host.npos) url.host = '[' + url.host + ']';
  url.fragment.clear();
  if (url.path.empty()) url.path = "/";
  if (url.path[0] == '/') url.path = resolve_dots(url.path);
  std::string out = cdx::print(url);
  text::escape_if(
      [](char c) { return text::is_control_or_space(c) || c < ' ' || c > '~'; },
      out);
  if (out.size() > kLongestUrl) return std::nullopt;
  return out;
}

std::string redirect_target(std::string_view url, long status,
                            std::string_view bytes) {
  if (status != 301 && status != 302 && status != 303 && status != 307 &&
      status != 308) {
    return {};
  }
  std::string buffer;
  const warc::HttpHead head = head_of(bytes, buffer);
  const auto location = head.headers.find("Location");
  if (!location || location->empty()) return {};
  std::string target;
  cdx::append_resolved(url, *location, target);
  target.resize(std::min(target.find('#'), target.size()));
  text::escape_if([](char c) { return text::is_control_or_space(c); }, target);
  return fetch_url(target).value_or(target);
}

std::string header_of(std::string_view bytes, std::string_view name) {
  std::string buffer;
  const warc::HttpHead head = head_of(bytes, buffer);
  return std::string(head.headers.find(name).value_or(std::string_view()));
}

std::optional<double> retry_after(std::string_view bytes, int64_t now) {
  std::string buffer;
  const warc::HttpHead head = head_of(bytes, buffer);
  const auto value = head.headers.find("Retry-After");
  if (!value) return std::nullopt;
  if (const auto seconds = text::whole_number(*value)) {
    return static_cast<double>(*seconds);
  }
  if (!value->empty() &&
      value->find_first_not_of("0123456789") == value->npos) {
    return std::numeric_limits<double>::infinity();
  }
  const auto until = seconds_of_http(*value);
  if (!until) return std::nullopt;
  return static_cast<double>(std::max<int64_t>(*until - now, 0));
}

std::string decoded_body(io::WireAnswer& answer, size_t most) {
  std::string buffer;
  const warc::HttpHead head = head_of(answer.head, buffer);
  warc::DecodeOptions options;
  options.limit = most;
  NoProblems none;
  answer.body.rewind();
  auto body =
      warc::decode_body(answer.body, head.headers, options, none, Problem());
  std::string out;
  for (std::string_view bytes; !(bytes = body->peek(1)).empty();
       body->consume(bytes.size())) {
    out.append(bytes);
  }
  answer.body.rewind();
  return out;
}

}  // namespace wax::crawl
