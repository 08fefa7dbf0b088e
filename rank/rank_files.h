// The files of a rank, by the day in their names.
#pragma once

#include <optional>
#include <string>

namespace wax::rank {

struct RankFiles {
  std::string folder;
  std::string day;  // "20210228", the last day of the last month

  [[nodiscard]] std::string list() const;      // gzip'd CSV "Entity,Rank"
  [[nodiscard]] std::string steady() const;    // the same of steady views
  [[nodiscard]] std::string entities() const;  // RankLookup searches it
  [[nodiscard]] std::string plot() const;
  [[nodiscard]] std::string stats() const;
  // kKeysFile; of all days of the folder.
  [[nodiscard]] std::string keys() const;
};

// Lines "key entity", gzip'd: what map_lines() gives. Not there when each key
// was its own entity in the last run.
inline constexpr const char* kKeysFile = "keys.gz";

// The last rank in a folder that build_ranks() made, or in one at a URL, whose
// server lists its files; nothing when it has no rank. Throws IoError.
[[nodiscard]] std::optional<RankFiles> last_rank(const std::string& folder);

// The SHA-256 in hexadecimal digits that the statistics beside a list
// ("rank-20210228.csv.gz") state of it. Nothing for other files, and when the
// list was written after the statistics.
[[nodiscard]] std::optional<std::string> stated_sha256(const std::string& path);

// A text that is another when the last rank of the folder or its map of keys
// has changed; empty when there is no rank, or it cannot be read.
[[nodiscard]] std::string rank_state(const std::string& folder);

}  // namespace wax::rank
