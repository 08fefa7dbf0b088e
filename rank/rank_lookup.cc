#include "rank/rank_lookup.h"

#include <algorithm>

#include "io/error.h"
#include "io/inputs/input_files.h"
#include "rank/rank_files.h"
#include "text/json.h"
#include "text/number.h"

namespace wax::rank {
namespace {

constexpr uint64_t kMostStats = 64 << 20;

uint64_t entities_in(const std::string& stats) {
  const std::string json = io::read_all(*io::open_input(stats), kMostStats);
  text::JsonMembers members(json);
  for (text::JsonMemberText member; members.next(member);) {
    if (member.name != "Entities") continue;
    if (auto count = text::whole_number(member.value)) return *count;
  }
  throw FormatError(stats, 0, "has no number of entities");
}

// What append_rank_entry() wrote.
RankEntry entry_of(std::string_view line, const std::string& path,
                   uint64_t offset) {
  RankEntry entry;
  const size_t end = line.find(' ');
  entry.entity = line.substr(0, end);
  line.remove_prefix(std::min(line.size(), entry.entity.size() + 1));
  for (uint64_t* number : {&entry.place, &entry.signals.views,
                           &entry.signals.steady, &entry.signals.months}) {
    const size_t space = line.find(' ');
    auto value = text::whole_number(line.substr(0, space));
    if (!value || space == std::string_view::npos) {
      throw FormatError(path, offset, "is not a line of a rank");
    }
    *number = *value;
    line.remove_prefix(space + 1);
  }
  entry.before = line.substr(0, line.find(' '));
  entry.after = line.substr(line.find(' ') + 1);
  return entry;
}

}  // namespace

void append_rank_entry(const RankEntry& entry, std::string& line) {
  line += entry.entity;
  for (uint64_t number : {entry.place, entry.signals.views,
                          entry.signals.steady, entry.signals.months}) {
    line += ' ' + std::to_string(number);
  }
  line += ' ' + (entry.before.empty() ? "-" : entry.before);
  line += ' ' + (entry.after.empty() ? "-" : entry.after);
}

RankLookup::RankLookup(std::string folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  const std::optional<RankFiles> files = last_rank(folder);
  if (!files) throw UsageError(folder + ": has no rank");
  file_ = std::make_unique<cdx::SortedFile>(files->entities());
  // All lines are searched.
  file_->end_top_at([](std::string_view) { return true; });
  next_ = file_->begin();
  entities_ = entities_in(files->stats());
}

std::optional<RankEntry> RankLookup::find(std::string_view entity) {
  const std::string prefix = std::string(entity) + ' ';
  uint64_t offset = file_->lower_bound(prefix);
  const uint64_t begin = offset;
  std::string_view line;
  if (!file_->read(offset, line) || !line.starts_with(prefix)) return {};
  return entry_of(line, file_->path(), begin);
}

bool RankLookup::next(RankEntry& entry) {
  const uint64_t begin = next_;
  std::string_view line;
  if (!file_->read(next_, line)) return false;
  entry = entry_of(line, file_->path(), begin);
  return true;
}

std::string percentile(uint64_t place, uint64_t entities) {
  const auto hundredths = static_cast<uint64_t>(
      static_cast<__uint128_t>(entities - place + 1) * 10000 / entities);
  std::string decimals = std::to_string(hundredths % 100);
  if (decimals.size() < 2) decimals.insert(0, 1, '0');
  return std::to_string(hundredths / 100) + '.' + decimals;
}

}  // namespace wax::rank
