#include "posts/resolve/captured_redirects.h"

#include "cdx/url/canonical.h"
#include "cdx/url/host.h"
#include "cdx/url/url.h"
#include "text/ascii.h"
#include "warc/record/date.h"

namespace wax::posts {

std::string plain_url(std::string_view text) {
  cdx::Url url;
  if (!cdx::parse(text, url) || url.host.empty()) return std::string(text);
  for (char& c : url.scheme) c = text::to_lower(c);
  cdx::canonicalize_host(url.host);
  if (url.port == cdx::default_port(url.scheme)) url.port = cdx::Url::kNoPort;
  if (url.path.empty()) url.path = "/";
  url.fragment.clear();
  return cdx::print(url);
}

CapturedRedirects::CapturedRedirects(const std::vector<std::string>& files,
                                     ProblemSink& problems) {
  for (const std::string& file : files) {
    cursors_.push_back(std::make_unique<cdx::KeyCursor>(
        file,
        std::vector<std::string>{"urlkey", "timestamp", "url", "status",
                                 "redirect"},
        cdx::UrlKeyKind::kSurt, problems));
  }
}

const std::vector<CapturedRedirect>& CapturedRedirects::of(
    std::string_view key) {
  if (key == key_) return found_;
  key_ = key;
  found_.clear();
  for (auto& cursor : cursors_) {
    cursor->each_of(key, [&](const cdx::LineFields& fields) {
      auto seconds = warc::seconds_of_date(fields[1]);
      if (!seconds) return;  // near to no date
      CapturedRedirect& one = found_.emplace_back();
      one.url = plain_url(fields[2]);
      one.seconds = *seconds;
      one.status = fields[3];
      const std::string_view redirect = fields.as_written(4);
      if (redirect.empty() || redirect == "-") return;
      cdx::append_resolved(one.url, redirect, one.target);
      one.target = plain_url(one.target);
    });
  }
  order_by_time(found_);
  return found_;
}

void CapturedRedirects::check_rest() {
  for (auto& cursor : cursors_) cursor->read_rest();
}

}  // namespace wax::posts
