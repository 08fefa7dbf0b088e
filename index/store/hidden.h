// Documents of a collection that are hidden: a small file beside its shards
// says which. Readers treat them as deleted ones.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/url/url_key.h"

namespace wax::index {

struct Shard;

inline constexpr const char* kHiddenName = "hidden";

struct HiddenRule {
  enum class Kind {
    kUrl,     // URLs with this beginning, and those with its URL key
    kHost,    // this host, with and without "www.", and the hosts below it
    kDigest,  // of the payload
    kDate,    // versions captured in that time: "2007" or "20070101-20070630"
  };
  Kind kind = Kind::kUrl;
  std::string value;
  friend bool operator==(const HiddenRule&, const HiddenRule&) = default;
};

// "url", "host", "digest", "date".
[[nodiscard]] std::string_view rule_name(HiddenRule::Kind kind);

// In a normal form. Throws UsageError when the value is none of its kind.
[[nodiscard]] HiddenRule hidden_rule(HiddenRule::Kind kind,
                                     std::string_view value);

// The file of the collection that `path` is, or that a shard or an index at
// `path` is in: the folder that has "pindexes". Of another folder, the file in
// it. It need not be there.
[[nodiscard]] std::string hidden_file(const std::string& path);

// A rule on each line, as "KIND VALUE"; lines that begin with "#" say nothing,
// but the last one, "# end CRC": the CRC-32 of all bytes before it. Only what
// write_hidden() wrote must have it. No rules when there is no file. Throws
// FormatError (damage, or a file without a rule), IoError.
[[nodiscard]] std::vector<HiddenRule> read_hidden(const std::string& file);

// Replaces the file at once; removes it when there are no rules. Throws
// IoError.
void write_hidden(const std::string& file,
                  const std::vector<HiddenRule>& rules);

// What the rules hide of the captures in CDX files whose keys are of a kind. A
// date hides the captures of its time alone. Any number of threads may ask.
class HiddenCaptures {
 public:
  HiddenCaptures(const std::vector<HiddenRule>& rules, cdx::UrlKeyKind kind);

  // The digest is written with or without its algorithm.
  [[nodiscard]] bool hides(std::string_view urlkey, std::string_view url,
                           std::string_view digest,
                           std::string_view date) const;

 private:
  struct Rule {
    HiddenRule rule;
    std::string key;  // of the URL or host
  };
  [[nodiscard]] bool is_of_host(std::string_view urlkey,
                                const Rule& rule) const;

  cdx::UrlKeyKind kind_;
  std::vector<Rule> rules_;
};

// Marks the documents of the rules as deleted. Throws FormatError, IoError.
void hide_documents(const std::vector<HiddenRule>& rules, Shard& shard);

}  // namespace wax::index
