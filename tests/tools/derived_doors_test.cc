// Who reads what was made of captures (texts, links, scores, the full text),
// and by what each asks whether it may be seen.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "tests/support/paths.h"
#include "tests/support/temp_dir.h"

namespace wax::tests {
namespace {

namespace fs = std::filesystem;

// What opens a store of derived data, in the rooms that show or write it.
struct Store {
  const char* name;
  const char* opened_by;  // a regular expression
  std::vector<const char*> rooms;
};

const std::vector<Store>& stores() {
  static const std::vector<Store> all = {
      {"the full text",
       "IndexReader::open|whole_reader",
       {"answers", "serve", "tools", "python", "collection/feed", "crawl",
        "posts", "rank", "graph"}},
      {"a graph",
       "GraphReader[ >(]",
       {"answers", "serve", "tools", "python", "crawl", "posts", "rank"}},
      {"segments",
       "SegmentReader|SegmentVersions|read_segment_meta",
       {"answers", "serve", "tools", "python", "collection/feed", "crawl",
        "posts", "rank", "graph"}},
      {"captures whatever the rules say",
       "open_unruled_cdx\\b|open_whole_cdx\\b",
       {"answers", "serve", "python"}}};
  return all;
}

// A source, and the words by which it asks; "file" before a reason: what it
// reads is a file that its user names, as archives are, and rules of access are
// those of a collection.
struct Door {
  const char* file;
  const char* asks_by;
};

const std::vector<Door>& doors() {
  static const std::vector<Door> all = {
      // The full text.
      {"answers/opened/collection.cc", "restrict_generation("},
      {"answers/opened/generation.cc", "collection::shown_index("},
      {"tools/hide.cc", "collection::open_shown_index("},
      // Graphs.
      {"answers/shown/page_links.cc", "alone_on_their_dates("},
      {"answers/shown/site_picture.cc", "open_listed_cdx("},
      {"tools/graph_read.cc", "graph.restrict("},
      {"tools/graph_export.cc", "graph.restrict("},
      {"python/graph.cc", "graph->restrict("},
      {"tools/graph_score.cc", "file: scores become a column of an index"},
      {"tools/rank_entities.cc", "file: other names of pages"},
      // Segments.
      {"collection/feed/feed.cc", "is_deleted("},
      {"graph/export/capture_lists.cc", "file: lists of a segment"},
      {"graph/update/graph_inputs.cc", "file: a graph is made of it"},
      {"tools/segment_dump.cc", "file: what is in a segment"},
      {"python/segments.cc", "file: what is in a segment"},
      {"crawl/feeds/feed_reader.cc", "file: feeds are read to capture more"},
      {"posts/resolve/canonical_pages.cc", "file: other names of pages"},
      // Captures.
      {"answers/shown/url_captures.cc", "gate_.shows("},
      {"answers/records/archived_body.cc", "taken_away("},
      {"answers/shown/open_cdx.cc", "gives_back = false"}};
  return all;
}

std::map<std::string, std::string> sources_of(const Store& store) {
  std::map<std::string, std::string> found;
  const std::regex opened(store.opened_by);
  for (const char* room : store.rooms) {
    for (const auto& entry :
         fs::recursive_directory_iterator(source_path(room))) {
      if (entry.path().extension() != ".cc") continue;
      std::string text = read_file(entry.path().string());
      if (!std::regex_search(text, opened)) continue;
      found[fs::relative(entry.path(), source_path("")).string()] =
          std::move(text);
    }
  }
  return found;
}

TEST(DerivedDoors, AskWhetherTheCapturesAreShown) {
  std::map<std::string, std::string> asked;
  for (const Door& door : doors()) asked.emplace(door.file, door.asks_by);
  std::map<std::string, std::string> seen;
  for (const Store& store : stores()) {
    const auto sources = sources_of(store);
    EXPECT_FALSE(sources.empty()) << store.name;
    for (const auto& [file, text] : sources) {
      seen.emplace(file, text);
      const auto door = asked.find(file);
      if (door == asked.end()) {
        ADD_FAILURE()
            << file << " reads " << store.name
            << ": let it ask collection::DerivedGate, or shown_index(), or "
               "GraphReader::restrict(), and add it to this test";
        continue;
      }
      if (door->second.starts_with("file: ")) continue;
      EXPECT_NE(text.find(door->second), std::string::npos)
          << file << " reads " << store.name << " without " << door->second;
    }
  }
  for (const auto& [file, words] : asked) {
    EXPECT_TRUE(seen.contains(file)) << file << " reads nothing of that now";
  }
}

// Where texts of other captures become part of a document, they are named.
TEST(DerivedDoors, DocumentsNameTheCapturesThatTheirTextsAreOf) {
  const std::string fields =
      read_file(source_path("collection/versions/document_fields.cc"));
  const std::string gate =
      read_file(source_path("collection/access/collection_access.cc"));
  for (const char* field : {"revisit_of", "said_by"}) {
    const std::string quoted = std::string("\"") + field + '"';
    EXPECT_NE(fields.find("add(" + quoted), std::string::npos) << field;
    EXPECT_NE(gate.find('{' + quoted), std::string::npos) << field;
  }
}

}  // namespace
}  // namespace wax::tests
