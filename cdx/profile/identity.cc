#include "cdx/profile/identity.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cdx/format/identity_line.h"
#include "io/error.h"

namespace wax::cdx {
namespace {

using Names = std::array<std::string_view, 4>;

// By DigestMode and DigestOf.
constexpr Names kDigestModes = {"missing", "header", "always", "none"};
constexpr std::array<std::string_view, 3> kDigestsOf = {"stored", "payload",
                                                        "decoded"};

template <typename Value, typename List>
Value named(const List& names, std::string_view option, std::string_view name) {
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    std::string known;
    for (std::string_view each : names) {
      known.append(known.empty() ? "" : ", ").append(each);
    }
    throw UsageError(std::string(option) + " is one of " + known + "; not '" +
                     std::string(name) + "'");
  }
  return static_cast<Value>(found - names.begin());
}

}  // namespace

std::string IdentityOptions::spelling() const {
  std::string text = "profile=";
  text.append(profile->name());
  text.append(" urlkey=").append(name(key_kind()));
  text.append(" digest=").append(kDigestModes[static_cast<size_t>(digest)]);
  text.append(" digest-of=")
      .append(minimal ? "block"
                      : kDigestsOf[static_cast<size_t>(digest_form.of)]);
  text.append(" digest-algorithm=").append(name(digest_form.algorithm));
  text.append(" post-append=").append(post_append ? "yes" : "no");
  return text;
}

std::vector<std::string> digest_mode_names() {
  return {kDigestModes.begin(), kDigestModes.end()};
}

std::vector<std::string> digest_of_names() {
  return {kDigestsOf.begin(), kDigestsOf.end()};
}

IdentityOptions identity_of(const IdentityArgs& words) {
  IdentityOptions identity;
  identity.profile = profile(words.profile);
  auto algorithm = warc::digest_algorithm(words.digest_algorithm);
  if (identity.profile == nullptr) {
    throw UsageError("there is no profile '" + words.profile + "'");
  }
  if (!algorithm) {
    throw UsageError("there is no digest algorithm '" + words.digest_algorithm +
                     "'");
  }
  if (!words.url_key.empty()) identity.url_key = url_key_kind(words.url_key);
  identity.digest = named<DigestMode>(kDigestModes, "digest", words.digest);
  identity.digest_form = {
      *algorithm, named<DigestOf>(kDigestsOf, "digest-of", words.digest_of)};
  identity.post_append = words.post_append;
  return identity;
}

std::vector<std::string> tool_options(const IdentityOptions& identity) {
  const std::string_view kind = name(identity.key_kind());
  std::vector<std::string> options = {"--urlkey", std::string(kind)};
  for (std::string& word : other_options(
           identity.spelling(),
           with_option(IdentityOptions().spelling(), "urlkey", kind))) {
    options.push_back(std::move(word));
  }
  return options;
}

}  // namespace wax::cdx
