// The loop of feeds: a round asks for the feeds that are due, then for their
// items that were not seen before.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/fetch/url_hashes.h"
#include "crawl/seen/seen_folder.h"
#include "crawl/seen/url_line.h"
#include "io/problem.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::crawl {

struct FeedRoundCounts {
  uint64_t feeds = 0;  // that are due
  uint64_t items = 0;  // of those that had changed
  uint64_t unseen = 0;
  uint64_t again = 0;     // items that failed in rounds before
  uint64_t waiting = 0;   // of such, those that are not tried again yet
  uint64_t given_up = 0;  // of such, those that were found over a week ago
};

// In FOLDER:
//   DATE/         archives of a round, its journal, and items.tsv: the lines of
//                 its items that were not seen (append_item_lines())
//   captures.cdx  what the archives of finished rounds have
//   feeds.list    the captures of feeds there (feed_line())
//   failed.list   items that failed, and are tried again for a week: lines as
//                 in items.tsv, then the date from which on, and how often it
//                 failed; without these two, or when the date is odd or more
//                 than a day ahead, at once
//   seen          URLs of items, as SeenFolder has them
// DATE/under-way is there until the round is finished. What is in FOLDER
// changes when a round is finished alone, and finishing it twice is the same as
// once. For one thread.
class FeedRound {
 public:
  // Goes on with the round that is under way; else begins one. `now` is a date
  // of 14 digits. Memory: that of `sort`; 100 bytes for an item that is tried
  // again. Throws IoError; UsageError when FOLDER has such files of others.
  FeedRound(std::string folder, std::string now, lines::SortOptions sort,
            ProblemSink& problems);

  // The URLs of feeds that are due on a date: those of the list that no round
  // has asked for, and each that a round had (each_rhythm()). A URL of the list
  // is no feed is one without items. Items that failed are due on that date,
  // too: an hour after the round in which they failed began, then after six,
  // then after a day each. Makes the folder of the round, unless nothing is
  // due. `bad_line` is called with each bad line; it may be empty.
  [[nodiscard]] std::unique_ptr<lines::LineStream> due_feeds(
      lines::LineStream& list, std::string_view date, const BadLine& bad_line);
  // The items in the archives of the round that were not seen, and those that
  // failed before and are due. Call it when the feeds are in the archives.
  [[nodiscard]] std::unique_ptr<lines::LineStream> new_items();
  // An item that is to be tried again.
  void note_failed(std::string_view url) { failed_.add(url); }
  // Call it when all archives of the round are finished. Returns what failed
  // after all was kept, such as the removal of old files; empty: nothing.
  std::string finish();

  // After due_feeds(): there is nothing to ask for, and no folder of a round.
  [[nodiscard]] bool is_idle() const { return is_idle_; }
  // Where the archives of the round are.
  [[nodiscard]] const std::string& archives() const { return archives_; }
  // The paths of those of the rounds before.
  [[nodiscard]] std::vector<std::string> past_archives() const;
  // A CDX file of them; empty: there are none.
  [[nodiscard]] std::string captures() const;
  // After new_items(); those given up, after finish().
  [[nodiscard]] const FeedRoundCounts& counts() const { return counts_; }

 private:
  [[nodiscard]] std::string path(std::string_view name) const;
  void add_captures();
  void add_feeds();
  std::string add_items();
  // Gives each line of failed.list, as items.tsv has it, and what comes after.
  struct Failure {
    std::string_view line;   // as items.tsv has it
    std::string_view whole;  // the line of failed.list
    std::string_view due;    // empty: at once
    uint64_t times = 1;
  };
  void each_failure(const std::function<void(const Failure&)>& use) const;
  // Whether an item, a line of items.tsv that failed so often, was found less
  // than a week ago; when its date is more than a day ahead, whether it failed
  // less often than in a week.
  [[nodiscard]] bool is_young(std::string_view item, uint64_t times) const;
  [[nodiscard]] std::string latest_date() const;
  // Replaces FOLDER/NAME by its lines and these sorted ones.
  void merge_into(std::string_view name,
                  std::unique_ptr<lines::LineStream> sorted);
  [[nodiscard]] lines::SortOptions unique_lines() const;

  std::string folder_;
  std::string now_;
  Month month_;
  lines::SortOptions sort_;
  ProblemSink& problems_;
  std::string archives_;
  std::unique_ptr<SeenFolder> seen_;
  bool is_idle_ = false;
  UrlHashes asked_;  // feeds
  UrlHashes failed_;
  UrlHashes waiting_;
  std::string due_date_;
  std::map<std::string, uint64_t, std::less<>> failures_;  // of the others
  FeedRoundCounts counts_;
};

}  // namespace wax::crawl
