#include "posts/shares/page_key.h"

#include <algorithm>
#include <array>

#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"

namespace wax::posts {
namespace {

// In byte order.
constexpr std::array<std::string_view, 33> kShorteners = {
    "amzn.to", "bbc.in",   "bit.ly",  "bitly.com",   "buff.ly",   "cli.gs",
    "cutt.ly", "db.tt",    "dld.bz",  "dlvr.it",     "fb.me",     "ff.im",
    "goo.gl",  "ht.ly",    "ift.tt",  "is.gd",       "j.mp",      "lnkd.in",
    "nyti.ms", "ow.ly",    "post.ly", "rb.gy",       "redd.it",   "shar.es",
    "su.pr",   "t.co",     "tcrn.ch", "tinyurl.com", "tumblr.co", "v.gd",
    "wp.me",   "youtu.be", "zpr.io"};
static_assert(std::ranges::is_sorted(kShorteners));

}  // namespace

std::string page_key(std::string_view text) {
  std::string key = cdx::url_key(cdx::UrlKeyKind::kSurt, text);
  cdx::Url url;
  if (!cdx::parse(text, url)) return key;
  cdx::canonicalize_host(url.host);
  if (!std::ranges::binary_search(kShorteners, cdx::site_of(url.host))) {
    return key;
  }
  const size_t path = key.find(')');
  if (path == key.npos) return key;
  std::string_view code = url.path;
  while (code.size() > 1 && code.ends_with('/')) code.remove_suffix(1);
  key.resize(path + 1);
  std::string tail(code.empty() ? "/" : code);
  if (!url.query.empty()) (tail += '?') += url.query;
  cdx::append_as_field(tail, key);
  return key;
}

}  // namespace wax::posts
