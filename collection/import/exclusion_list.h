// The captures that an import leaves out.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "cdx/dedup/hashed_set.h"
#include "cdx/format/identity_line.h"
#include "io/problem.h"

namespace wax::collection {

// A set of captures: URL key, digest and date, read from duplicate lists
// (cdx/format/list_lines.h), and of their originals, the captures that stand
// for their versions, where the lists name them. Memory as cdx::HashedSet.
class ExclusionList {
 public:
  explicit ExclusionList(uint64_t memory, const std::string& tmpdir);

  // `rules` is what a list must say of the rules it was made by, if it says
  // something (cdx/dedup/import_rules.h); `identity` likewise of how its keys
  // and digests were made. A line that is not an entry is reported
  // ("list-bad-line"). Throws UsageError for others, IoError.
  void load(const std::string& path, std::string_view rules,
            cdx::OneIdentity& identity, ProblemSink& problems);
  // Call after the last load() and before the functions below.
  void seal();

  // For any thread. `digest` is in its normal form.
  [[nodiscard]] bool contains(std::string_view urlkey, std::string_view digest,
                              std::string_view date14) const {
    return captures_.contains({urlkey, digest, date14});
  }
  // Entries read; equal entries are all counted.
  [[nodiscard]] uint64_t size() const { return captures_.added(); }

  // Whether a list names an original at all.
  [[nodiscard]] bool has_originals() const { return originals_.added() > 0; }
  // Whether captures are excluded because of this one.
  [[nodiscard]] bool has_original(std::string_view urlkey,
                                  std::string_view digest,
                                  std::string_view date14) const {
    return originals_.contains({urlkey, digest, date14});
  }

  // What an import did with captures of a version. Bits; the order does not
  // matter.
  enum Mark : uint8_t {
    kImported = 1,
    kExcluded = 2,         // one that would have been imported
    kOriginalSkipped = 4,  // one with has_original()
  };
  // From any thread. Versions without original are not marked.
  void mark(std::string_view urlkey, std::string_view digest, uint8_t marks);
  // When all captures are done: whether the version was excluded, and not
  // imported because its original was skipped.
  [[nodiscard]] bool is_lost(std::string_view urlkey,
                             std::string_view digest) const;
  // How many versions are.
  [[nodiscard]] uint64_t lost_versions() const;

 private:
  cdx::HashedSet captures_;
  cdx::HashedSet originals_;
  cdx::HashedSet versions_;                        // of the originals
  std::unique_ptr<std::atomic<uint8_t>[]> marks_;  // by place in versions_
};

}  // namespace wax::collection
