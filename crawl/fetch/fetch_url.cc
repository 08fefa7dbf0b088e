#include "crawl/fetch/fetch_url.h"

#include <algorithm>
#include <ctime>

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

}  // namespace

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
  std::string out = cdx::print(url);
  text::escape_if(
      [](char c) { return text::is_control_or_space(c) || c < ' ' || c > '~'; },
      out);
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
