#include "serve/pages/short_link.h"

#include <algorithm>
#include <optional>

#include "answers/requests/escape.h"
#include "answers/shown/search_answer.h"
#include "io/error.h"
#include "serve/pages/frame.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

constexpr std::string_view kPrefix = "/c/";
constexpr size_t kDateSize = 14;
constexpr size_t kDigestSize = 8;
constexpr size_t kCheckSize = 4;
constexpr size_t kSha1Size = 32;  // in base32

struct ShortCode {
  std::string date;
  std::string digest;
  std::string check;
};

// FNV-1a, of which the upper half is mixed into the lower one.
std::string check_of(std::string_view urlkey) {
  uint32_t hash = 2166136261;
  for (const char c : urlkey) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  }
  hash ^= hash >> 16;
  std::string check;
  for (size_t i = 0; i < kCheckSize; ++i, hash >>= 4) {
    check += "0123456789ABCDEF"[hash & 15];
  }
  return check;
}

std::optional<ShortCode> read_code(std::string_view text) {
  constexpr size_t kDigestAt = kDateSize + 1;
  constexpr size_t kCheckAt = kDigestAt + kDigestSize + 1;
  if (text.size() != kCheckAt + kCheckSize || text[kDateSize] != '-' ||
      text[kCheckAt - 1] != '-') {
    return {};
  }
  ShortCode code = {std::string(text.substr(0, kDateSize)),
                    std::string(text.substr(kDigestAt, kDigestSize)),
                    std::string(text.substr(kCheckAt))};
  for (char& c : code.digest) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (!text::is_alphanumeric(c)) return {};
  }
  if (!text::all_digits(code.date)) return {};
  return code;
}

// The URL of the visible capture with this code. Throws Unavailable when there
// may be one that could not be read; of shards, NoShards.
std::optional<std::string> url_of_code(const answers::Scope& scope,
                                       const ShortCode& code) {
  answers::SearchRequest search;
  search.text = "digest:sha1:" + code.digest + "* date:" + code.date;
  search.count = answers::kMostHits;
  search.other_records = true;
  const auto answer = answer_search(scope, search);
  for (const answers::SearchHit& hit : answer.hits) {
    const auto& dates = hit.page.dates;
    if (check_of(hit.value_of("urlkey")) == code.check &&
        std::find(dates.begin(), dates.end(), code.date) != dates.end()) {
      return hit.page.url;
    }
  }
  if (answer.missing.any()) {
    constexpr const char* kWhy = "A part of the index cannot be read now.";
    if (scope.generation->shards != nullptr) throw answers::NoShards(kWhy);
    throw answers::Unavailable(kWhy);
  }
  return {};
}

}  // namespace

std::string short_href(const answers::Scope& scope,
                       const answers::UrlCapture& capture) {
  if (capture.digest.size() != kSha1Size || capture.date.size() != kDateSize) {
    return {};
  }
  const std::string text = capture.date + '-' +
                           capture.digest.substr(0, kDigestSize) + '-' +
                           check_of(capture.urlkey);
  const auto code = read_code(text);
  try {
    if (!code || !url_of_code(scope, *code)) return {};
  } catch (const Error&) {
    return {};  // there is no full text, or it cannot be read now
  }
  return std::string(kPrefix) + text;
}

answers::Response short_link(const answers::Holdings& holdings,
                             const answers::Request& request) {
  std::string_view text = request.path;
  text.remove_prefix(std::min(kPrefix.size(), text.size()));
  bool may_be_missing = false;
  bool may_be_at_shards = false;
  if (const auto code = read_code(text)) {
    for (const auto& one : holdings.collections.all()) {
      answers::Request in_one;
      in_one.headers = request.headers;
      in_one.deadline = request.deadline;
      in_one.most_memory = request.most_memory;
      in_one.parameters =
          answers::Parameters("in=" + answers::url_part(one->name()));
      const answers::Scope scope = scope_of(holdings, in_one);
      try {
        if (const auto url = url_of_code(scope, *code)) {
          return answers::redirect(capture_href(scope, code->date, *url));
        }
      } catch (const UsageError&) {
        continue;  // this one has no full text
      } catch (const answers::NoShards&) {
        may_be_at_shards = true;
      } catch (const Error&) {
        may_be_missing = true;
      }
    }
  }
  constexpr const char* kLater =
      "The index cannot be read now; try this short link again later.";
  if (may_be_missing) throw answers::Unavailable(kLater);
  if (may_be_at_shards) throw answers::NoShards(kLater);
  throw answers::NotFound("No capture has this short link.");
}

}  // namespace wax::serve
