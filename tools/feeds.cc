// wax-feeds: the items of archived feeds, and how often feeds change.
#include <cmath>
#include <cstdint>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "collection/segment/segment.h"
#include "crawl/feeds/feed_lists.h"
#include "crawl/feeds/feed_reader.h"
#include "crawl/feeds/feed_schedule.h"
#include "crawl/feeds/named_sitemaps.h"
#include "io/error.h"
#include "io/ordered_pool.h"
#include "io/spool.h"
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
    "[OPTION]... ARCHIVE|SEGMENT...",
    "wax-feeds crawl.warc.gz | wax-seen --add seen > new-urls",
    "wax-seen wax-jobs",
    "Crawling"};

constexpr size_t kSpoolMemory = size_t{1} << 20;

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
  cli::declare_archives(table, options.inputs, options.files_from,
                        "ARC or WARC files, compressed or not, or segments");
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
  cli::declare_sorting(table, options.sort);
}

void move_bytes(io::Spool& from, io::Spool& to) {
  for (std::string_view bytes; !(bytes = from.peek(1)).empty();
       from.consume(bytes.size())) {
    to.write(bytes);
  }
}

using Append = std::function<void(const crawl::FeedCapture&, std::string&)>;

class FeedLines final : public crawl::FeedSink {
 public:
  FeedLines(const Append& append, io::Spool& lines, crawl::NamedSitemaps& named)
      : append_(append), lines_(lines), named_(named) {}
  void feed(crawl::FeedCapture& feed) override {
    made_.clear();
    append_(feed, made_);
    lines_.write(made_);
  }
  void url_list(crawl::FeedCapture& list) override {
    made_.clear();
    append_(list, made_);
    named_.add(list, made_);
  }
  void named_sitemap(std::string_view url) override { named_.name(url); }

 private:
  const Append& append_;
  io::Spool& lines_;
  crawl::NamedSitemaps& named_;
  std::string made_;
};

// The lines that `append` makes of each feed of all inputs, in their order. All
// threads read, an input each.
std::unique_ptr<lines::LineStream> feed_lines(
    const std::vector<std::string>& inputs, const Append& append,
    const Options& options, crawl::FeedCounts& counts, cli::Console& console) {
  struct Read {
    std::unique_ptr<io::Spool> lines;
    crawl::FeedCounts counts;
  };
  std::vector<Read> all(inputs.size());
  crawl::NamedSitemaps named(options.sort);
  auto work = [&](size_t i, io::Job& job) {
    all[i].lines =
        std::make_unique<io::Spool>(options.sort.tmpdir, kSpoolMemory);
    FeedLines sink(append, *all[i].lines, named);
    try {
      if (collection::is_segment(inputs[i])) {
        crawl::read_segment_feeds(inputs[i], sink, all[i].counts);
      } else {
        crawl::read_feeds(inputs[i], sink, all[i].counts, job,
                          options.changes || !options.schedule.empty());
      }
    } catch (const IoError& error) {
      job.report({Severity::kLost, "unreadable-archive", inputs[i],
                  std::nullopt, error.what()});
    }
  };
  auto spool = std::make_unique<io::Spool>(options.sort.tmpdir, kSpoolMemory);
  io::run_in_order(inputs.size(), io::thread_count(options.sort.jobs), work,
                   console, [&](size_t i) {
                     move_bytes(*all[i].lines, *spool);
                     counts += all[i].counts;
                     all[i] = {};
                   });
  named.each_line(
      [&](std::string_view line) {
        spool->write(line);
        spool->write("\n");
      },
      counts);
  return lines::lines_of(std::move(spool));
}

// The segments among the names, and the archives that the others stand for.
std::vector<std::string> find_inputs(const Options& options,
                                     cli::Console& console) {
  std::vector<std::string> segments;
  std::vector<std::string> others;
  for (const std::string& name : options.inputs) {
    const bool is_segment = collection::is_segment(name);
    if (is_segment) io::count_opened_input();
    (is_segment ? segments : others).push_back(name);
  }
  if (segments.empty() || !others.empty() || !options.files_from.empty()) {
    for (std::string& archive :
         cli::find_archives(others, options.files_from, console)) {
      segments.push_back(std::move(archive));
    }
  }
  return segments;
}

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
  if (!warc::is_given_date(date)) {
    throw UsageError("--schedule takes a date, or now; " + warc::no_date(date));
  }
  return warc::Period::of(date).last;
}

// "due feed ..." by the date, so that the first due are first. Returns how many
// are written.
uint64_t write_schedule(lines::LineStream& sorted, const Options& options,
                        io::Output& output) {
  const std::string date = schedule_date(options.schedule);
  auto due = std::make_unique<io::Spool>(options.sort.tmpdir, kSpoolMemory);
  crawl::each_rhythm(sorted, [&](const crawl::FeedRhythm& feed) {
    if (feed.due <= date) due->write(feed.due + ' ' + rhythm_line(feed));
  });
  auto lines = lines::sort_lines(lines::lines_of(std::move(due)), options.sort);
  uint64_t written = 0;
  for (std::string_view line; lines->next(line); ++written) {
    output.write(line.substr(line.find(' ') + 1));
    output.write("\n");
  }
  return written;
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (options.changes && !options.schedule.empty()) {
    throw UsageError("--changes excludes --schedule");
  }
  if (!options.schedule.empty()) (void)schedule_date(options.schedule);
  auto output = console.open_line_output(options.output, options.force);
  const std::vector<std::string> inputs = find_inputs(options, console);
  const bool of_feeds = options.changes || !options.schedule.empty();
  Append append = crawl::append_item_lines;
  if (of_feeds) {
    append = [](const crawl::FeedCapture& feed, std::string& lines) {
      lines += crawl::feed_line(feed) + '\n';
    };
  }
  crawl::FeedCounts counts;
  auto sorted = lines::sort_lines(
      feed_lines(inputs, append, options, counts, console), options.sort);
  uint64_t written = 0;
  if (!of_feeds) {
    written = crawl::first_items(std::move(sorted))->copy_to(*output);
  } else {
    output->write(kRhythmHead);
    if (options.changes) {
      crawl::each_rhythm(*sorted, [&](const crawl::FeedRhythm& feed) {
        output->write(rhythm_line(feed));
        ++written;
      });
    } else {
      written = write_schedule(*sorted, options, *output);
    }
  }
  output->finish();
  console.summary({{"archives", inputs.size()},
                   {"records", counts.records},
                   {"captures of feeds", counts.feeds},
                   {"items", counts.items},
                   {"without a URL", counts.without_url},
                   {"written", written}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::feeds

int main(int argc, char** argv) {
  using namespace wax::tools::feeds;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
