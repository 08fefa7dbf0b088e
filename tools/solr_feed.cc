// wax-solr-feed: the versions of pages to a search server.
#include <string>
#include <vector>

#include "collection/access/collection_access.h"
#include "collection/feed/feed.h"
#include "collection/segment/segment.h"
#include "io/error.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::solr_feed {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-solr-feed",
    "send a collection or segments to Solr or OpenSearch",
    "[OPTION]... COLLECTION|SEGMENT... URL",
    "wax-solr-feed --state site.fed site http://localhost:8983/solr/web",
    "wax-build wax-import wax-hide",
    "Indexes"};

struct Options {
  std::vector<std::string> arguments;
  collection::FeedOptions feed;
  bool opensearch = false;
  bool no_commit = false;
};

void declare(cli::OptionTable& table, Options& options) {
  table
      .option("state", options.feed.state, "DIR",
              "keep in DIR what the server has, and send what has changed "
              "(default: send all)")
      .more =
      "Versions that are new are sent, dates that are new change documents "
      "that the server has, and what is hidden or gone is removed. A run that "
      "was ended goes on where it was. DIR is for one server; without it, all "
      "documents are sent.";
  table.flag("all", options.feed.all, "with --state: send all documents again");
  table
      .flag("opensearch", options.opensearch,
            "URL is an index of OpenSearch or Elasticsearch, not of Solr")
      .more = "Documents go to its bulk interface.";
  table.flag("no-commit", options.no_commit,
             "leave it to the server when searches see the documents");
  table.group("Resources");
  cli::declare_timeout(table);
  cli::declare_sorting(table, options.feed.sort);
  table.positionals(options.arguments, "INPUT URL", 2, SIZE_MAX,
                    "COLLECTION is a folder of wax-build, SEGMENT one of "
                    "wax-import. URL is that of a collection of Solr, such as "
                    "http://localhost:8983/solr/web. Exit code 1: documents "
                    "were refused");
}

cli::Outcome run(const Options& options, cli::Console& console) {
  std::vector<std::string> inputs = options.arguments;
  collection::FeedOptions feed = options.feed;
  feed.url = inputs.back();
  inputs.pop_back();
  if (!feed.url.starts_with("http://") && !feed.url.starts_with("https://")) {
    throw UsageError("the last argument must be the URL of a server, not " +
                     feed.url);
  }
  if (feed.all && feed.state.empty()) {
    throw UsageError("--all is for --state; without it, all is sent");
  }
  feed.kind = options.opensearch ? collection::ServerKind::kOpenSearch
                                 : collection::ServerKind::kSolr;
  feed.commit = !options.no_commit;
  feed.http = io::usual_http();

  std::vector<std::string> segments;
  index::OpenOptions open;
  open.all_shards = true;
  std::vector<index::IndexReader> readers;
  for (const std::string& input : inputs) {
    if (collection::is_segment(input)) {
      segments.push_back(input);
      continue;
    }
    readers.push_back(collection::open_shown_index(input, open, console));
    feed.had_rules = collection::has_rule_files(input);
    const auto of_input = collection::segments_of_collection(input);
    if (of_input.empty()) {
      throw UsageError(input +
                       ": this is no segment, and no collection of wax build "
                       "with segments");
    }
    segments.insert(segments.end(), of_input.begin(), of_input.end());
  }
  if (readers.size() > 1 || (!readers.empty() && inputs.size() > 1)) {
    throw UsageError(
        "one collection at a time, or segments: rules of access are those of "
        "a collection");
  }

  uint64_t bytes = 0;
  const collection::FedCounts counts =
      collection::feed(segments, readers.empty() ? nullptr : &readers.front(),
                       feed, console, [&](uint64_t passed, uint64_t all) {
                         if (bytes == 0) console.start_progress(bytes = all);
                         console.progress(passed);
                       });
  console.summary({{"versions", counts.versions},
                   {"sent", counts.replaced},
                   {"new dates", counts.dated},
                   {"unchanged", counts.unchanged},
                   {"removed", counts.removed},
                   {"hidden", counts.hidden},
                   {"refused", counts.refused}});
  return console.outcome();
}

}  // namespace
}  // namespace wax::tools::solr_feed

int main(int argc, char** argv) {
  using namespace wax::tools::solr_feed;
  return wax::tools::cli::tool_main<Options>(kInfo, argc, argv, declare, run);
}
