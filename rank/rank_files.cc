#include "rank/rank_files.h"

#include <filesystem>
#include <string_view>
#include <system_error>

#include "io/error.h"
#include "io/folder.h"
#include "io/inputs/input_files.h"
#include "rank/steps.h"
#include "text/ascii.h"

namespace wax::rank {
namespace {

constexpr std::string_view kLookup = "entities-";
constexpr std::string_view kLookupEnd = ".txt";
constexpr size_t kDayDigits = 8;
constexpr uint64_t kMostNames = 16 << 20;

constexpr std::string_view kList = "rank-";
constexpr std::string_view kListEnd = ".csv.gz";

std::string path(const RankFiles& files, std::string_view name,
                 std::string_view end) {
  return (files.folder + '/').append(name).append(files.day).append(end);
}

// The names in a folder. A server lists its own in some way, as text or HTML.
std::string names_in(const std::string& folder) {
  if (io::is_url(folder)) {
    return io::read_all(*io::open_input(folder + '/'), kMostNames);
  }
  std::string names;
  for (const std::string& path : io::entries_of(folder)) {
    names += path.substr(path.rfind('/') + 1) + '\n';
  }
  return names;
}

}  // namespace

std::string RankFiles::list() const { return path(*this, kList, kListEnd); }
std::string RankFiles::steady() const {
  return path(*this, "steady-", ".csv.gz");
}
std::string RankFiles::entities() const {
  return path(*this, kLookup, kLookupEnd);
}
std::string RankFiles::plot() const { return path(*this, "plot-", ".svg"); }
std::string RankFiles::stats() const { return path(*this, "stats-", ".json"); }
std::string RankFiles::keys() const { return folder + '/' + kKeysFile; }

std::optional<RankFiles> last_rank(const std::string& folder) {
  const std::string names = names_in(folder);
  std::string_view last;
  for (size_t at = names.find(kLookup); at != std::string::npos;
       at = names.find(kLookup, at + 1)) {
    std::string_view rest = std::string_view(names).substr(at + kLookup.size());
    const std::string_view day = rest.substr(0, kDayDigits);
    rest.remove_prefix(day.size());
    if (day.size() != kDayDigits || !text::all_digits(day) ||
        !rest.starts_with(kLookupEnd)) {
      continue;
    }
    // Files that are being written have longer names.
    rest.remove_prefix(kLookupEnd.size());
    if (!rest.starts_with('.') && day > last) last = day;
  }
  if (last.empty()) return std::nullopt;
  return RankFiles{folder, std::string(last)};
}

std::optional<std::string> stated_sha256(const std::string& path) {
  constexpr std::string_view kField = "\"Sha256\":\"";
  constexpr size_t kDigits = 64;
  const size_t slash = path.rfind('/');
  const std::string_view name = std::string_view(path).substr(slash + 1);
  if (slash == path.npos || !name.starts_with(kList) ||
      !name.ends_with(kListEnd)) {
    return std::nullopt;
  }
  const RankFiles files = {
      path.substr(0, slash),
      std::string(name.substr(kList.size(),
                              name.size() - kList.size() - kListEnd.size()))};
  std::error_code none;
  const auto written = std::filesystem::last_write_time(path, none);
  if (none) return std::nullopt;
  const auto stated = std::filesystem::last_write_time(files.stats(), none);
  if (none || stated < written) return std::nullopt;
  try {
    const std::string stats =
        io::read_all(*io::open_file(files.stats()), kMostNames);
    const size_t at = stats.find(kField);
    if (at == stats.npos ||
        stats.find('"' + std::string(name) + '"') == stats.npos) {
      return std::nullopt;
    }
    std::string digits = stats.substr(at + kField.size(), kDigits);
    const bool is_hex =
        digits.size() == kDigits &&
        digits.find_first_not_of("0123456789abcdef") == digits.npos;
    if (is_hex) return digits;
  } catch (const IoError&) {
    // Whoever asks reads the list itself.
  }
  return std::nullopt;
}

std::string rank_state(const std::string& folder) {
  try {
    const std::optional<RankFiles> last = last_rank(folder);
    if (!last) return {};
    std::string state = last->day + ' ' + file_stamp(last->list());
    std::error_code none;
    if (std::filesystem::exists(last->keys(), none)) {
      state += ", keys " + file_stamp(last->keys());
    }
    return state;
  } catch (const IoError&) {
    return {};
  }
}

}  // namespace wax::rank
