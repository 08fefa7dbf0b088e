#include "cdx/lookup/asked_url.h"

#include <algorithm>

#include "cdx/url/host.h"
#include "text/ascii.h"

namespace wax::cdx {
namespace {

constexpr uint32_t kStatusRanks = 4;

uint32_t status_rank(std::string_view status) {
  if (status.starts_with('2')) return 0;
  if (status.empty() || status == "-") return 1;
  return status.starts_with('3') ? 2 : 3;
}

std::string_view without_last_slash(std::string_view rest) {
  size_t end = std::min(rest.find('?'), rest.size());
  bool is_path_alone = end == rest.size();
  if (is_path_alone && rest.ends_with('/')) rest.remove_suffix(1);
  return rest;
}

}  // namespace

AskedUrl::Parts::Parts(std::string_view url) {
  url = url.substr(0, url.find('#'));
  size_t mark = url.find("://");
  if (mark != url.npos && url.find_first_of("/?") > mark) {
    scheme = url.substr(0, mark);
    text::lower_case(scheme);
    url.remove_prefix(mark + 3);
  }
  size_t end = std::min(url.find_first_of("/?"), url.size());
  host = url.substr(0, end);
  text::lower_case(host);
  for (std::string_view port : {":80", ":443"}) {
    if (host.ends_with(port)) host.resize(host.size() - port.size());
  }
  size_t www = www_length(host);
  has_www = www > 0;
  host.erase(0, www);
  rest = url.substr(end);
  if (rest.empty()) rest = "/";
}

AskedUrl::AskedUrl(std::string_view url) : url_(url), parts_(url_) {}

uint32_t AskedUrl::difference(std::string_view url) const {
  if (url == url_) return 0;
  Parts other(url);
  if (parts_.host != other.host) return 5;
  if (parts_.rest != other.rest) {
    return without_last_slash(parts_.rest) == without_last_slash(other.rest)
               ? 4
               : 5;
  }
  bool other_scheme = !parts_.scheme.empty() && parts_.scheme != other.scheme;
  bool other_www = parts_.has_www != other.has_www;
  return (other_scheme ? 1 : 0) + (other_www ? 2 : 0);
}

uint32_t AskedUrl::rank(std::string_view url, std::string_view status) const {
  return difference(url) * kStatusRanks + status_rank(status);
}

}  // namespace wax::cdx
