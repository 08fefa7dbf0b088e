// wax-shares: the pages that posts share.
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cdx/files/open_cdx.h"
#include "collection/layout.h"
#include "io/error.h"
#include "posts/shares/share_counter.h"
#include "posts/shares/share_lists.h"
#include "posts/shares/share_words.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"
#include "tools/collection_cli/collection_first.h"
#include "warc/record/date.h"

namespace wax::tools::shares {
namespace {

constexpr cli::ToolInfo kInfo = {"wax-shares",
                                 "count how often posts share pages",
                                 "[OPTION]... [POSTS]...",
                                 "wax-shares --by week --limit 10 posts",
                                 "wax-posts wax-resolve wax-add-column",
                                 "Posts"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  posts::ShareOptions share;
  std::string by;
  std::string from;
  std::string to;
  std::string order = "shares";
  std::string left_out;
  std::string column;
  uint64_t least = 0;  // not given
  bool words = false;
  bool hashtags = false;
  std::string publish;
  std::string output = "-";
  bool force = false;
};

void declare(cli::OptionTable& table, Options& options) {
  table.choice("by", options.by, {"day", "week", "month", "year"},
               "count in each day, week, month or year, in a first column");
  table.option("from", options.from, "DATE",
               "no posts before DATE: 2007, 200710, ... up to 14 digits");
  table.option("to", options.to, "DATE",
               "no posts after DATE; 2007 includes the whole year");
  table
      .flag("sections", options.share.sections,
            "count sections of sites instead of pages")
      .more =
      "A section is the first part of the path, as in bbc.co.uk/News of "
      "http://www.bbc.co.uk/news/x.";
  table.option("order", options.order, "ORDER",
               "shares, authors, originals, reposts, first or last (default: "
               "shares)");
  table.option("limit,n", options.share.limit, "N",
               "write at most N pages of a period; 0: no limit");
  table.option("least", options.least, "N",
               "leave out pages with fewer shares (default: 1)");
  table.option("not-by", options.left_out, "FILE",
               "leave out the posts of the authors in FILE, one per line");
  table
      .option("column", options.column, "NAME",
              "write lines \"urlkey value\" for wax-add-column: shares, "
              "authors, originals, reposts, first or last")
      .more = "Dates have 14 digits.";
  table
      .flag("words", options.words,
            "write words of posts that link to each page, and the number of "
            "these posts")
      .more =
      "POSTS have texts (wax-posts --texts). Frequent small words of ten "
      "European languages are left out, those in fewer than 4 posts of the "
      "page, or --least, and of 100 posts or more, those in more than one in "
      "20.";
  table.flag("hashtags", options.hashtags, "the same for hashtags");
  table
      .option("publish", options.publish, "FOLDER",
              "let wax-serve show the most shared pages of the collection in "
              "FOLDER")
      .more = "Of all days, weeks and months; instead of what was there.";
  cli::declare_line_output(table, options.output, options.force);
  table.group("Resources");
  cli::declare_sorting(table, options.share.sort.memory,
                       options.share.sort.tmpdir);
  table.positionals(options.inputs, "POSTS", 0, SIZE_MAX,
                    "lists of wax-posts, or of wax-resolve --posts (default: "
                    "standard input)");
}

posts::ShareOptions share_options(const Options& options) {
  posts::ShareOptions share = options.share;
  share.sort.jobs = 1;
  if (options.least > 0) share.least = options.least;
  share.index_keys = !options.column.empty();
  if (!options.by.empty()) {
    share.by = {posts::share_period(options.by).value()};
  }
  const auto order = posts::share_order(options.order);
  if (!order) {
    throw UsageError(
        "--order takes shares, authors, originals, reposts, first or last");
  }
  share.order = *order;
  share.dates = warc::Period::of_dates(options.from, options.to);
  if (!options.left_out.empty()) {
    auto lines = cdx::open_lines(options.left_out);
    for (std::string_view line; lines->next(line);) {
      if (!line.empty() && line.front() != '#') {
        share.left_out_authors.emplace_back(line);
      }
    }
  }
  return share;
}

std::string counts_of(const posts::PageShares& page) {
  std::string line;
  for (uint64_t number :
       {page.shares, page.authors, page.originals, page.reposts}) {
    line += '\t' + std::to_string(number);
  }
  for (const std::string* date : {&page.first, &page.last}) {
    line += '\t' + (date->empty() ? "-" : *date);
  }
  return line;
}

using Value = std::function<std::string(const posts::PageShares&)>;

// Throws UsageError.
Value value_of(const std::string& column) {
  using posts::PageShares;
  const std::map<std::string, Value> values = {
      {"shares", [](const PageShares& p) { return std::to_string(p.shares); }},
      {"authors",
       [](const PageShares& p) { return std::to_string(p.authors); }},
      {"originals",
       [](const PageShares& p) { return std::to_string(p.originals); }},
      {"reposts",
       [](const PageShares& p) { return std::to_string(p.reposts); }},
      {"first", [](const PageShares& p) { return p.first; }},
      {"last", [](const PageShares& p) { return p.last; }}};
  const auto value = values.find(column);
  if (value == values.end()) {
    throw UsageError(
        "--column takes shares, authors, originals, reposts, first or last");
  }
  return value->second;
}

cli::Outcome write_words(const Options& options,
                         const posts::ShareOptions& share,
                         cli::Console& console) {
  if (options.words && options.hashtags) {
    throw UsageError("--words excludes --hashtags");
  }
  if (!options.by.empty() || !options.column.empty() || share.limit > 0 ||
      share.sections) {
    throw UsageError(
        "--words and --hashtags exclude --by, --column, --limit, --sections");
  }
  posts::WordOptions words;
  static_cast<posts::PostChoice&>(words) = share;
  words.kind =
      options.words ? posts::ShareWord::kWord : posts::ShareWord::kHashtag;
  if (options.least > 0) words.least = options.least;
  auto output = console.open_line_output(options.output, options.force);
  output->write(options.words ? "url\tword\tposts\n" : "url\thashtag\tposts\n");
  posts::CountedPosts counts;
  uint64_t written = 0;
  posts::count_share_words(options.inputs, words, counts, console,
                           [&](const posts::PageWord& word) {
                             ++written;
                             output->write(word.url + '\t' + word.word + '\t' +
                                           std::to_string(word.posts) + '\n');
                           });
  output->finish();
  console.summary({{"posts", counts.posts},
                   {"written", written},
                   {"deleted", counts.deleted},
                   {"duplicates", counts.duplicates},
                   {"reposts of deleted posts", counts.of_deleted},
                   {"left out", counts.left_out}});
  return console.outcome();
}

cli::Outcome publish(const Options& options, const posts::ShareOptions& share,
                     cli::Console& console) {
  if (options.words || options.hashtags || !options.by.empty() ||
      !options.column.empty() || share.limit > 0 || share.sections ||
      options.output != "-") {
    throw UsageError(
        "--publish excludes --words, --hashtags, --sections, --by, --column, "
        "--limit and --output");
  }
  collection_cli::check_is_collection(options.publish);
  auto output =
      console.open_line_output(collection::Layout{options.publish}.shares(),
                               /*force=*/true);
  posts::ShareCounts counts;
  const uint64_t undated =
      posts::write_share_lists(options.inputs, share, counts, console, *output);
  console.summary({{"posts", counts.posts},
                   {"shares", counts.shares},
                   {"without date", undated},
                   {"written", counts.pages},
                   {"deleted", counts.deleted},
                   {"duplicates", counts.duplicates},
                   {"reposts of deleted posts", counts.of_deleted},
                   {"left out", counts.left_out}});
  return console.outcome();
}

cli::Outcome run(const Options& options, cli::Console& console) {
  const posts::ShareOptions share = share_options(options);
  if (!options.publish.empty()) return publish(options, share, console);
  if (options.words || options.hashtags) {
    return write_words(options, share, console);
  }
  const bool has_periods = !options.by.empty();
  Value value;
  if (!options.column.empty()) {
    if (has_periods) throw UsageError("--column excludes --by");
    if (share.sections) throw UsageError("--column excludes --sections");
    value = value_of(options.column);
  }
  auto output = console.open_line_output(options.output, options.force);
  if (!value) {
    output->write(has_periods ? "period\t" : "");
    output->write(share.sections ? "section" : "url");
    output->write("\tshares\tauthors\toriginals\treposts\tfirst\tlast\n");
  }
  posts::ShareCounts counts;
  posts::count_shares(options.inputs, share, counts, console,
                      [&](const posts::PageShares& page) {
                        std::string line;
                        if (value) {
                          const std::string text = value(page);
                          if (!text.empty())
                            line = page.urlkey + ' ' + text + '\n';
                        } else {
                          if (has_periods) line = page.period + '\t';
                          line += page.url + counts_of(page) + '\n';
                        }
                        output->write(line);
                      });
  output->finish();
  console.summary({{"posts", counts.posts},
                   {"shares", counts.shares},
                   {"pages", counts.pages},
                   {"deleted", counts.deleted},
                   {"duplicates", counts.duplicates},
                   {"reposts of deleted posts", counts.of_deleted},
                   {"left out", counts.left_out}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::shares

int main(int argc, char** argv) {
  using namespace wax::tools::shares;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
