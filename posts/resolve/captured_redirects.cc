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

bool is_page_url(std::string_view url) {
  cdx::Url parsed;
  return cdx::parse(url, parsed) && !parsed.host.empty() &&
         (parsed.scheme == "http" || parsed.scheme == "https" ||
          parsed.scheme == "ftp");
}

namespace {

// What a redirect leads to; empty when that is no page: "mailto:x".
std::string target_of_redirect(std::string_view url,
                               std::string_view redirect) {
  std::string target;
  if (redirect.empty() || redirect == "-") return target;
  cdx::append_resolved(url, redirect, target);
  target = plain_url(target);
  return is_page_url(target) ? target : std::string();
}

// A capture with a digest, which nearest() finds.
struct OfDigest {
  std::string url;  // and the digest
  int64_t seconds = 0;
  size_t capture = 0;
};

std::string url_and_digest(std::string_view url, std::string_view digest) {
  return std::string(url).append(" ").append(digest);
}

}  // namespace

CapturedRedirects::CapturedRedirects(const std::vector<std::string>& files,
                                     ProblemSink& problems) {
  for (const std::string& file : files) {
    cursors_.push_back(std::make_unique<cdx::KeyCursor>(
        file,
        std::vector<std::string>{"urlkey", "timestamp", "url", "status",
                                 "redirect"},
        cdx::UrlKeyKind::kSurt, problems,
        std::vector<std::string>{"mime", "digest", "filename"}));
  }
}

const std::vector<CapturedRedirect>& CapturedRedirects::of(
    std::string_view key) {
  if (key == key_) return found_;
  key_ = key;
  found_.clear();
  digests_.clear();
  silent_.clear();
  for (auto& cursor : cursors_) {
    cursor->each_of(key, [&](const cdx::LineFields& fields) {
      auto seconds = warc::seconds_of_date(fields[1]);
      if (!seconds) return;  // near to no date
      CapturedRedirect one;
      one.url = plain_url(fields[2]);
      one.seconds = *seconds;
      one.status = fields[3];
      one.target = target_of_redirect(one.url, fields.as_written(4));
      const bool is_revisit =
          fields.format().is_revisit(fields[5], fields.as_written(7));
      const bool is_page_or_dead =
          one.status.find_first_of("245") == 0 || !one.target.empty();
      if (one.status == "304" || (is_revisit && !is_page_or_dead)) {
        silent_.push_back({std::move(one), is_revisit && fields[6] != "-"
                                               ? std::string(fields[6])
                                               : std::string()});
      } else {
        found_.push_back(std::move(one));
        digests_.emplace_back(fields[6]);
      }
    });
  }
  add_silent();
  order_by_time(found_);
  return found_;
}

void CapturedRedirects::add_silent() {
  if (silent_.empty()) return;
  std::vector<OfDigest> of_digests;
  for (size_t i = 0; i < found_.size(); ++i) {
    of_digests.push_back(
        {url_and_digest(found_[i].url, digests_[i]), found_[i].seconds, i});
  }
  order_by_time(of_digests);
  std::vector<CapturedRedirect> speaking = found_;
  order_by_time(speaking);
  for (Silent& silent : silent_) {
    CapturedRedirect& one = silent.capture;
    const OfDigest* original =
        silent.digest.empty()
            ? nullptr
            : nearest(of_digests, url_and_digest(one.url, silent.digest),
                      one.seconds);
    if (original != nullptr) {
      one.status = found_[original->capture].status;
      one.target = found_[original->capture].target;
    } else if (nearest(speaking, one.url, one.seconds) != nullptr) {
      continue;
    }
    found_.push_back(std::move(one));
  }
}

void CapturedRedirects::check_rest() {
  for (auto& cursor : cursors_) cursor->read_rest();
}

}  // namespace wax::posts
