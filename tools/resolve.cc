// wax-resolve: links to their targets by archived redirects.
#include <memory>
#include <string>
#include <vector>

#include "cdx/files/open_cdx.h"
#include "io/error.h"
#include "posts/resolve/link_resolver.h"
#include "posts/resolve/post_resolver.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::resolve {
namespace {

constexpr cli::ToolInfo kInfo = {"wax-resolve",
                                 "find where links lead, by archived redirects",
                                 "[OPTION]... --cdx FILE [LINKS]",
                                 "wax-resolve --cdx all.cdx links > targets",
                                 "wax-jobs wax-warc-indexer wax-cdx(5)",
                                 "Posts"};

struct Options {
  std::vector<std::string> inputs = {"-"};
  posts::ResolveOptions resolve;
  std::string missing;
  std::string output = "-";
  bool force = false;
  bool posts = false;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("cdx", options.resolve.captures, "FILE",
              "a sorted CDX file with redirects; may be repeated")
      .more =
      "wax-warc-indexer --redirects writes the targets of redirects. The files "
      "are read once for each redirect.";
  table
      .option("canonical", options.resolve.segments, "SEGMENT",
              "write the canonical URLs of pages, too, which SEGMENT of "
              "wax-import has; may be repeated")
      .more =
      "One counts when it is of the same registered domain and was captured.";
  table.option("missing", options.missing, "FILE",
               "also write the URLs that were not captured to FILE, a list for "
               "wax-jobs");
  table.flag("posts", options.posts,
             "LINKS are lines of wax-posts: write them with the targets of "
             "their links");
  cli::declare_line_output(table, options.output, options.force);
  table.group("Resources");
  cli::declare_sorting(table, options.resolve.sort.memory,
                       options.resolve.sort.tmpdir);
  table.positionals(options.inputs, "LINKS", 0, 1,
                    "lines of a URL, a tab, its date of up to 14 digits, and "
                    "perhaps further columns (default: standard input)");
}

cli::Outcome run(const Options& options, cli::Console& console) {
  if (options.resolve.captures.empty()) {
    throw UsageError("to resolve the links of " + options.inputs.front() +
                     ", give a sorted CDX file with --cdx");
  }
  auto output = console.open_line_output(options.output, options.force);
  std::unique_ptr<io::Output> missing;
  if (!options.missing.empty()) {
    missing = console.open_line_output(options.missing, options.force);
  }
  posts::ResolveOptions resolve = options.resolve;
  resolve.sort.jobs = 1;
  if (missing) {
    resolve.missing = [&](std::string_view url) {
      missing->write(url);
      missing->write("\n");
    };
  }
  posts::ResolveCounts counts;
  const std::string& name = options.inputs.front();
  auto links = cdx::open_lines(name);
  auto lines =
      options.posts
          ? posts::resolved_posts(*links, name, resolve, counts, console)
          : posts::resolved_links(*links, name, resolve, counts, console);
  lines->copy_to(*output);
  output->finish();
  if (missing) missing->finish();
  std::vector<cli::Count> words = {{"links", counts.links}};
  for (posts::LinkEnd end :
       {posts::LinkEnd::kResolved, posts::LinkEnd::kMissing,
        posts::LinkEnd::kDead, posts::LinkEnd::kLoop, posts::LinkEnd::kTooMany,
        posts::LinkEnd::kBad}) {
    words.push_back({std::string(posts::name(end)), counts.ends[end]});
  }
  if (!options.resolve.segments.empty()) {
    words.push_back({"canonical", counts.canonical});
  }
  console.summary(words);
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::resolve

int main(int argc, char** argv) {
  using namespace wax::tools::resolve;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
