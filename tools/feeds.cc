// wax-feeds: the items of archived feeds, and how often feeds change.
#include <cmath>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "crawl/feeds/feed_lists.h"
#include "crawl/feeds/feed_reader.h"
#include "crawl/feeds/feed_schedule.h"
#include "io/error.h"
#include "lines/sort.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "warc/record/date.h"

namespace wax::tools::feeds {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-feeds",
    "list the items of archived feeds, or the feeds that are due",
    "[OPTION]... ARCHIVE...",
    "wax-feeds crawl.warc.gz | wax-seen --add seen > new-urls",
    "wax-seen wax-jobs",
    "Crawling"};

struct Options {
  std::vector<std::string> inputs;
  std::string files_from;
  bool changes = false;
  std::string schedule;
  std::string output = "-";
  bool force = false;
  lines::SortOptions sort;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_archives(table, options.inputs, options.files_from);
  table.flag("changes", options.changes,
             "list the feeds: how often they were captured, how often they "
             "changed, and when they are due");
  table
      .option("schedule", options.schedule, "DATE",
              "list the feeds that are due on DATE, the first due first; now: "
              "the present")
      .more =
      "A feed is due four hours after its first capture. Each further capture "
      "makes the time 1.4 times as long if the items are the same, else 0.8 "
      "times; it is between a minute and 365 days.";
  cli::declare_line_output(table, options.output, options.force);
  table.group("Resources");
  cli::declare_sorting(table, options.sort.memory, options.sort.tmpdir);
}

// The lines that `append` makes of each feed of all archives.
class FeedLines final : public lines::LineStream {
 public:
  using Append = std::function<void(const crawl::FeedCapture&, std::string&)>;
  FeedLines(const std::vector<std::string>& archives, Append append,
            crawl::FeedCounts& counts, cli::Console& console)
      : archives_(archives),
        append_(std::move(append)),
        counts_(counts),
        console_(console) {}

  bool next(std::string_view& line) override {
    for (;;) {
      if (lines_ != nullptr && lines_->next(line)) return true;
      if (archive_ == archives_.size()) return false;
      text_.clear();
      read(archives_[archive_++]);
      lines_ = lines::lines_of(std::string_view(text_));
    }
  }

 private:
  void read(const std::string& archive) {
    try {
      crawl::read_feeds(
          archive, [&](crawl::FeedCapture& feed) { append_(feed, text_); },
          counts_, console_);
    } catch (const IoError& error) {
      console_.report({Severity::kLost, "unreadable-archive", archive,
                       std::nullopt, error.what()});
    }
  }

  const std::vector<std::string>& archives_;
  Append append_;
  crawl::FeedCounts& counts_;
  cli::Console& console_;
  size_t archive_ = 0;
  std::string text_;  // of one archive
  std::unique_ptr<lines::LineStream> lines_;
};

std::string rhythm_line(const crawl::FeedRhythm& feed) {
  return feed.url + '\t' + std::to_string(feed.captures) + '\t' +
         std::to_string(feed.changes) + '\t' + feed.first + '\t' + feed.last +
         '\t' + std::to_string(std::llround(feed.interval)) + '\t' + feed.due +
         '\n';
}

constexpr std::string_view kRhythmHead =
    "feed\tcaptures\tchanges\tfirst\tlast\tinterval\tdue\n";

std::string schedule_date(const std::string& date) {
  if (date == "now") return warc::date14_of_seconds(::time(nullptr));
  if (!warc::is_short_date(date)) {
    throw UsageError("--schedule takes a date of 4 to 14 digits, or now");
  }
  return warc::Period::of(date).last;
}

// "due feed ..." by the date, so that the first due are first.
void write_schedule(lines::LineStream& sorted, const Options& options,
                    io::Output& output) {
  const std::string date = schedule_date(options.schedule);
  std::string due;
  crawl::each_rhythm(sorted, [&](const crawl::FeedRhythm& feed) {
    if (feed.due <= date) due += feed.due + ' ' + rhythm_line(feed);
  });
  auto lines =
      lines::sort_lines(lines::lines_of(std::string_view(due)), options.sort);
  for (std::string_view line; lines->next(line);) {
    output.write(line.substr(line.find(' ') + 1));
    output.write("\n");
  }
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (options.changes && !options.schedule.empty()) {
    throw UsageError("--changes excludes --schedule");
  }
  if (!options.schedule.empty()) (void)schedule_date(options.schedule);
  auto output = console.open_line_output(options.output, options.force);
  const std::vector<std::string> archives =
      cli::find_archives(options.inputs, options.files_from, console);
  lines::SortOptions sort = options.sort;
  sort.jobs = 1;
  const bool of_feeds = options.changes || !options.schedule.empty();
  FeedLines::Append append = crawl::append_item_lines;
  if (of_feeds) {
    append = [](const crawl::FeedCapture& feed, std::string& lines) {
      lines += crawl::feed_line(feed) + '\n';
    };
  }
  crawl::FeedCounts counts;
  auto sorted = lines::sort_lines(
      std::make_unique<FeedLines>(archives, append, counts, console), sort);
  if (!of_feeds) {
    crawl::first_items(std::move(sorted))->copy_to(*output);
  } else {
    output->write(kRhythmHead);
    if (options.changes) {
      crawl::each_rhythm(*sorted, [&](const crawl::FeedRhythm& feed) {
        output->write(rhythm_line(feed));
      });
    } else {
      write_schedule(*sorted, options, *output);
    }
  }
  output->finish();
  console.summary({{"archives", archives.size()},
                   {"records", counts.records},
                   {"captures of feeds", counts.feeds},
                   {"items", counts.items}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::feeds

int main(int argc, char** argv) {
  using namespace wax::tools::feeds;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
