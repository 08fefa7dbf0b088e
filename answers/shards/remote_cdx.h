// CDX files that another server has, read by ranges.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/shards/shard_servers.h"
#include "cdx/files/searchable.h"
#include "cdx/url/search_range.h"

namespace wax::answers {

// What is asked of one file of a shard.
struct LinesQuestion {
  std::string state;  // of the shard, as its facts said it
  uint64_t file = 0;  // its number among ShardFacts::cdx_heads
  cdx::SearchRange range;
  bool listed = false;     // only captures that searches find
  bool backwards = false;  // from the last line on
  uint64_t most = 0;       // about so many bytes of lines
  uint64_t part = 0;       // for the beginning of a part
};
// The question as a message (cbor.h).
[[nodiscard]] std::string encoded(const LinesQuestion& question);
// Throws FormatError.
[[nodiscard]] LinesQuestion decoded_lines(std::string_view bytes);

// Searchable::parts() of a range, and part_start() of one of them.
struct PartsAnswer {
  uint64_t parts = 0;
  std::string start;
};
[[nodiscard]] std::string encoded(const PartsAnswer& answer);
// Throws FormatError.
[[nodiscard]] PartsAnswer decoded_parts(std::string_view bytes);

// The files of all shards that are there, in order, or of one of them. Equal
// lines follow each other in an answer, so that a stream goes on after the last
// line it has. Memory: at most a MiB for each file that is read. When a shard
// is gone, or changes while a stream reads it, its files end, and the session
// says so. Throws NoShards when none is there. They are for one thread, and
// hold the session.
[[nodiscard]] std::vector<std::unique_ptr<cdx::Searchable>> open_remote_cdx(
    const std::shared_ptr<ShardSession>& session, bool listed,
    std::optional<size_t> shard = {});

}  // namespace wax::answers
