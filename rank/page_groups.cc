#include "rank/page_groups.h"

#include <utility>

#include "cdx/files/key_cursor.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "io/byte_source.h"
#include "io/output.h"
#include "io/temp_files.h"

namespace wax::rank {
namespace {

// Date of a key without a known capture: the target of a redirect.
constexpr std::string_view kNoDate = "00000000000000";

lines::SortOptions part_of(lines::SortOptions options) {
  options.memory /= 3;
  options.jobs = 1;
  return options;
}

std::pair<std::string_view, std::string_view> two(std::string_view line) {
  const size_t space = line.find(' ');
  return {line.substr(0, space), line.substr(space + 1)};
}

bool is_for_ever(std::string_view status) {
  return status == "301" || status == "308";
}

}  // namespace

PageGroups::PageGroups(const lines::SortOptions& sort)
    : sort_(part_of(sort)), added_(sort_) {}

void PageGroups::add(std::string_view key, std::string_view date,
                     std::string_view target) {
  auto add = [&](std::string_view of, std::string_view at,
                 std::string_view name) {
    line_.assign(of).append(" ").append(at).append(" ").append(name);
    added_.add(line_);
  };
  const bool has_target = !target.empty() && target != key;
  add(key, date.empty() ? kNoDate : date, has_target ? target : "");
  if (has_target) add(target, kNoDate, "");
}

void PageGroups::add_captures(const std::string& file, ProblemSink& problems) {
  cdx::KeyCursor cursor(file,
                        {"urlkey", "timestamp", "url", "status", "redirect"},
                        cdx::UrlKeyKind::kSurt, problems);
  // The last one of the captures of a key.
  std::string key;
  std::string date;
  std::string target;
  auto add_last = [&] {
    if (!key.empty()) add(key, date, target);
  };
  std::string url;
  cursor.each([&](const cdx::LineFields& fields) {
    if (fields[0] != key) {
      add_last();
      key = fields[0];
      date.clear();
    }
    if (fields[1] < date) return;
    date = fields[1];
    target.clear();
    const std::string_view redirect = fields.as_written(4);
    if (!is_for_ever(fields[3]) || redirect.empty() || redirect == "-") return;
    url.clear();
    cdx::append_resolved(fields[2], redirect, url);
    (void)cdx::append_url_key(cdx::UrlKeyKind::kSurt, url, target);
  });
  add_last();
}

std::unique_ptr<lines::LineStream> PageGroups::map(GroupCounts& counts) {
  // "key target" of the keys that are names, and all of them as the first
  // unfinished lines "target key".
  const io::TempFolder folder(sort_.tmpdir, "wax-groups");
  const std::string names_file = folder.path() + "/names";
  auto names = io::open_output(names_file, /*force=*/true);
  lines::LineSorter finished(sort_);
  auto unfinished = std::make_unique<lines::LineSorter>(sort_);
  auto finish = [&](std::string_view key, std::string_view entity) {
    line_.assign(key).append(" ").append(entity);
    finished.add(line_);
  };
  {
    auto sorted = added_.sorted();
    std::string key;
    std::string date;
    std::string target;
    auto end_key = [&] {
      if (key.empty()) return;
      ++counts.keys;
      if (target.empty()) return finish(key, key);
      names->write(key + ' ' + target + '\n');
      unfinished->add(target + ' ' + key);
    };
    for (std::string_view line; sorted->next(line);) {
      const auto [of, rest] = two(line);
      const auto [at, name] = two(rest);
      if (of != key) {
        end_key();
        key = of;
        date.clear();
        target.clear();
      }
      if (at != date) {
        date = at;
        target = name;
      } else if (target.empty()) {
        target = name;
      }
    }
    end_key();
  }
  names->finish();
  for (unsigned step = 0;; ++step) {
    auto sorted = unfinished->sorted();
    unfinished = std::make_unique<lines::LineSorter>(sort_);
    bool goes_on = false;
    auto edges = lines::lines_of(io::open_file(names_file));
    std::string_view edge;
    bool has_edge = edges->next(edge);
    for (std::string_view line; sorted->next(line);) {
      const auto [target, key] = two(line);
      while (has_edge && two(edge).first < target) has_edge = edges->next(edge);
      if (!has_edge || two(edge).first != target) {
        ++counts.grouped;
        finish(key, target);
      } else if (step == kMostSteps) {
        ++counts.loops;
        finish(key, key);
      } else {
        goes_on = true;
        line_.assign(two(edge).second).append(" ").append(key);
        unfinished->add(line_);
      }
    }
    if (!goes_on) break;
  }
  return finished.sorted();
}

}  // namespace wax::rank
