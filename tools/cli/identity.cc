#include "tools/cli/identity.h"

#include <utility>

namespace wax::tools::cli {

void declare_identity(OptionTable& table, cdx::IdentityArgs& words) {
  table.group("Keys and digests");
  std::vector<std::string> profiles;
  for (std::string_view name : cdx::profile_names()) {
    profiles.emplace_back(name);
  }
  table
      .choice("profile", words.profile, std::move(profiles),
              "policy for URLs, dates, types and digests")
      .more =
      "The options of this group must be the same for wax-warc-indexer and "
      "wax-import. CDX files, lists, segments and indexes state them, and what "
      "does not fit together is refused.";
  declare_url_key(table, words.url_key,
                  "rules of keys (default: the profile's)");
  table.choice("digest", words.digest, cdx::digest_mode_names(),
               "when to compute digests");
  table
      .choice("digest-of", words.digest_of, cdx::digest_of_names(),
              "which form of HTTP bodies digests are of")
      .more =
      "stored: what most CDX files and records have. payload: without chunked "
      "transfer encoding, as WARC 1.1 defines the payload digest. decoded: "
      "also without gzip and other content encodings. Choose decoded with "
      "--digest always if each crawl has the same pages in other chunks or "
      "compressed again: without it, digests that records state are used as "
      "they are. See wax-cdx(5).";
  table.choice("digest-algorithm", words.digest_algorithm,
               {"sha1", "sha256", "sha512", "md5"}, "of computed digests");
  table.flag("post-append,p", words.post_append,
             "make submitted forms part of the key");
}

OptionRow& declare_url_key(OptionTable& table, std::string& url_key,
                           std::string text) {
  return table.choice("urlkey", url_key, {"surt", "legacy"}, std::move(text));
}

}  // namespace wax::tools::cli
