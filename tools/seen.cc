// wax-seen: URLs that were not seen in the last months.
#include <array>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "crawl/seen/seen_folder.h"
#include "crawl/seen/unseen_lines.h"
#include "crawl/seen/url_line.h"
#include "io/error.h"
#include "text/number.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "warc/record/date.h"

namespace wax::tools::seen {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-seen",
    "list the URLs that were not seen in the last months",
    "[OPTION]... DIR [URLS]...",
    "wax-seen --add seen < urls > new-urls",
    "wax-urlkey wax-cdx-lookup wax-cdx(5)",
    "Crawling"};

struct Options {
  std::vector<std::string> arguments;
  crawl::UnseenOptions unseen;
  std::vector<std::string> add_captures;
  std::string date;
  bool filters = false;
  bool positions = false;
  bool keys = false;
  std::string output = "-";
  bool force = false;
  // Properties of a new folder; empty: those of the folder that exists, or the
  // usual ones.
  std::string url_key;
  std::string kind;
  std::string rate;
  std::string months;
  std::string capacity;
};

void declare(cli::OptionTable& table, Options& options) {
  table.flag("add", options.unseen.add,
             "add the URLs that are written to DIR: they are seen from now on");
  table.flag("touch", options.unseen.touch,
             "with --add: also add those that were seen in an earlier month");
  table
      .option(
          "add-captures", options.add_captures, "CDX",
          "add the URLs of a CDX file, in the months of their captures (may "
          "be repeated)")
      .more = "URLs are read only if URLS is given, too.";
  table
      .option("verify", options.unseen.captures, "CDX",
              "a URL was seen only if this sorted CDX file has it (may be "
              "repeated)")
      .more =
      "No URL is lost then because a filter takes it for another. Many URLs "
      "are "
      "compared with the whole file, few are looked up.";
  table
      .option("date", options.date, "DATE",
              "date of what has none (default: now)")
      .more = "At least year and month: 202611.";
  table.flag("keys", options.keys, "URLS has URL keys, not URLs");
  table.flag("filters", options.filters,
             "write a table of the filters in DIR, and check them");
  table.flag("positions", options.positions,
             "write the bits that each URL key has in a filter of its month");
  cli::declare_line_output(table, options.output, options.force);

  table.group("A new DIR");
  table.option("months", options.months, "N",
               "a URL is seen in the month of its date and N-1 months before "
               "(default: 3)");
  table.option("rate", options.rate, "RATE",
               "most false answers \"seen\", over all these months together "
               "(default: 0.00001)");
  table
      .option("capacity", options.capacity, "N",
              "keys of the first filter of a month (default: 1000000)")
      .more =
      "A month with more keys has further filters; the rate stays. One large "
      "filter answers faster than several small ones.";
  cli::declare_url_key(table, options.url_key,
                       "rules of URL keys: surt, legacy (default: surt)")
      .initial.clear();
  table
      .choice("compatible", options.kind, {"pyrebloom", "parquet"},
              "bits as another program sets them: pyrebloom, parquet")
      .initial.clear();

  table.group("Resources");
  cli::declare_sorting(table, options.unseen.sort.memory,
                       options.unseen.sort.tmpdir);
  table.positionals(options.arguments, "DIR URLS", 1, SIZE_MAX,
                    "DIR is a folder of filters. URLS has one URL per line, "
                    "and its date of up to 14 digits after a space or tab "
                    "(default: standard input). Exit code 1: lines were lost");
}

template <typename Number>
std::optional<Number> number_of(const std::string& text, const char* option,
                                Number most) {
  if (text.empty()) return std::nullopt;
  auto number = text::whole_number<Number>(text);
  if (!number || *number == 0 || *number > most) {
    throw UsageError(std::string("--") + option + " takes a number from 1 to " +
                     std::to_string(most));
  }
  return number;
}

std::optional<double> rate_of(const std::string& text) {
  if (text.empty()) return std::nullopt;
  double rate = 0;
  const char* end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, rate);
  if (error != std::errc() || stop != end || !(rate >= 1e-15 && rate <= 0.5)) {
    throw UsageError("--rate takes a number from 0.000000000000001 to 0.5");
  }
  return rate;
}

crawl::AskedRules asked_rules(const Options& options) {
  crawl::AskedRules rules;
  if (!options.url_key.empty()) {
    rules.url_key = cdx::url_key_kind(options.url_key);
  }
  if (!options.kind.empty()) rules.kind = crawl::filter_kind(options.kind);
  rules.rate = rate_of(options.rate);
  rules.months = number_of<unsigned>(options.months, "months", 1200);
  rules.capacity =
      number_of<uint64_t>(options.capacity, "capacity", uint64_t{1} << 36);
  return rules;
}

crawl::Month month_of(const std::string& date) {
  if (!date.empty()) {
    // Also "2026-11-05", with as many of its parts.
    std::string digits = date;
    std::erase(digits, '-');
    warc::check_given_date(digits);
  }
  auto month = crawl::Month::of(
      date.empty() ? warc::date14_of_seconds(::time(nullptr)) : date);
  if (!month) throw UsageError("--date takes at least year and month: 202611");
  return *month;
}

void write_filters(const crawl::SeenFolder& folder, io::Output& output) {
  folder.check();
  std::string out = "month\tkeys\tcapacity\tbits\thashes\trate\tfile\n";
  for (const crawl::ListedFilter& filter : folder.filters()) {
    std::array<char, 32> rate{};
    (void)std::snprintf(rate.data(), rate.size(), "%.3g",
                        crawl::expected_rate(filter.shape, filter.keys));
    out += filter.month.text() + '\t' + std::to_string(filter.keys) + '\t' +
           std::to_string(filter.capacity) + '\t' +
           std::to_string(filter.shape.bits) + '\t' +
           std::to_string(filter.shape.hashes) + '\t' + rate.data() + '\t' +
           filter.name + '\n';
  }
  output.write(out);
}

void write_positions(const crawl::SeenFolder& folder, lines::LineStream& urls,
                     bool are_keys, io::Output& output) {
  const crawl::FilterShape shape = folder.first_shape();
  for (std::string_view line; urls.next(line);) {
    auto url = crawl::parse_url_line(line);
    if (!url || url->url.empty()) continue;
    std::string out = are_keys ? std::string(url->url)
                               : cdx::url_key(folder.rules().url_key, url->url);
    const crawl::BitPositions bits(shape, out);
    char separator = '\t';
    for (uint64_t bit : bits) {
      out += separator + std::to_string(bit);
      separator = ' ';
    }
    output.write(out + '\n');
  }
}

void add_files(const Options& options, crawl::SeenFolder& folder,
               cli::Console& console) {
  crawl::SeenCaptureCounts counts;
  for (const std::string& file : options.add_captures) {
    crawl::add_captures(file, folder, counts, console);
  }
  console.message("captures " + std::to_string(counts.read) + ", keys added " +
                  std::to_string(counts.added));
}

// The URLs, and what is known of them; of no list, nothing. False, and told,
// when the lists are something else.
bool write_unseen(const Options& options, crawl::SeenFolder& folder,
                  crawl::UrlLists& urls, io::Output& output,
                  cli::Console& console) {
  crawl::UnseenOptions unseen = options.unseen;
  unseen.month = month_of(options.date);
  unseen.are_keys = options.keys;
  unseen.sort.jobs = 1;
  unseen.bad_line = crawl::bad_line_reporter(urls, console);
  crawl::UnseenCounts counts;
  crawl::unseen_lines(urls, folder, unseen, counts, console)->copy_to(output);
  std::vector<cli::Count> words = {{"read", counts.read},
                                   {"unseen", counts.unseen},
                                   {"seen", counts.seen},
                                   {"without a date", counts.undated},
                                   {"bad", counts.bad}};
  if (!options.unseen.captures.empty()) {
    words.push_back({"held by filters alone", counts.overturned});
  }
  const std::string fault = counts.look.fault();
  if (!fault.empty()) {
    console.error((urls.lists() > 1 ? "URLS" : urls.path()) + ": " + fault +
                  (options.unseen.add ? "; nothing is added" : ""));
  }
  console.summary(words);
  return fault.empty();
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const std::string dir = options.arguments.front();
  std::vector<std::string> lists(options.arguments.begin() + 1,
                                 options.arguments.end());
  const bool adds = options.unseen.add || !options.add_captures.empty();
  if (options.unseen.touch && !options.unseen.add) {
    throw UsageError("--touch needs --add");
  }
  if ((options.filters || options.positions) &&
      (adds || !options.unseen.captures.empty())) {
    throw UsageError(
        "--filters and --positions exclude --add, --add-captures and --verify");
  }
  auto output = console.open_line_output(options.output, options.force);
  crawl::SeenFolder folder(
      dir, asked_rules(options),
      adds ? crawl::SeenFolder::Use::kAdd : crawl::SeenFolder::Use::kRead);
  if (options.filters) {
    write_filters(folder, *output);
    output->finish();
    return console.outcome();
  }
  if (lists.empty() && options.add_captures.empty()) lists = {"-"};
  crawl::UrlLists urls(lists);
  if (options.positions) {
    write_positions(folder, urls, options.keys, *output);
    output->finish();
    return console.outcome();
  }
  if (!options.add_captures.empty()) add_files(options, folder, console);
  const bool is_usable =
      lists.empty() || write_unseen(options, folder, urls, *output, console);
  output->finish();
  // Only after the URLs are with their reader: a run that is killed before
  // gives them again.
  if (adds && is_usable) {
    const std::string failed = folder.publish();
    if (!failed.empty()) {
      console.message("the URLs are added; afterwards this failed: " + failed);
    }
  }
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::seen

int main(int argc, char** argv) {
  using namespace wax::tools::seen;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
