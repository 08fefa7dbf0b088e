// By which rules the URL keys, dates and digests of captures are made. Lists,
// segments and indexes fit together when these are the same
// (docs/decisions/cdx/identity.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cdx/profile/profile.h"
#include "cdx/url/url_key.h"
#include "warc/record/digest.h"

namespace wax::cdx {

enum class DigestMode {
  kMissing,  // a missing one is computed as the profile says
  kHeader,   // what the record header says; a missing one stays "-"
  kAlways,   // computed where the profile would compute a missing one
  kNone,     // left out
};

// What computed digests are of, where the profile says DigestPart::kPayload.
enum class DigestOf {
  kStored,   // the body as stored, as most writers take it
  kPayload,  // without its transfer coding, as WARC 1.1 defines it
  kDecoded,  // also without its content codings
};

// The form of computed digests.
struct DigestForm {
  warc::DigestAlgorithm algorithm = warc::DigestAlgorithm::kSha1;
  DigestOf of = DigestOf::kStored;
};

struct IdentityOptions {
  const Profile* profile = cdx::profile("pywb");
  std::optional<UrlKeyKind> url_key;  // else the profile's
  DigestMode digest = DigestMode::kMissing;
  DigestForm digest_form;
  // Blocks are not looked into, so that digests are of whole blocks.
  bool minimal = false;
  // The method and form of a request become part of the key of its response,
  // by the IIPC's rules for requests that are no GET.
  bool post_append = false;

  [[nodiscard]] UrlKeyKind key_kind() const {
    return url_key.value_or(profile->url_key());
  }
  // The one spelling, for cdx/format/identity_line.h: "profile=pywb
  // urlkey=surt digest=missing digest-of=stored digest-algorithm=sha1
  // post-append=no".
  [[nodiscard]] std::string spelling() const;
};

// The same as a person chooses it, by the names of the tools' options.
struct IdentityArgs {
  std::string profile = "pywb";
  std::string url_key;  // empty: the profile's
  std::string digest = "missing";
  std::string digest_of = "stored";
  std::string digest_algorithm = "sha1";
  bool post_append = false;
};

// The words for each choice; the first is the default.
[[nodiscard]] std::vector<std::string> digest_mode_names();
[[nodiscard]] std::vector<std::string> digest_of_names();

// Throws UsageError for words that are no choice.
[[nodiscard]] IdentityOptions identity_of(const IdentityArgs& words);

// Options that give a tool this identity: --urlkey, and those that differ from
// the defaults.
[[nodiscard]] std::vector<std::string> tool_options(
    const IdentityOptions& identity);

}  // namespace wax::cdx
