// Graphs of a few lines, for tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/store/graph_reader.h"
#include "graph/update/graph_update.h"
#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::graph {

// 1->{2,3} 2->{3,6} 3->{1} 4->{3,5} 5->{1,6} 6->{}
inline constexpr std::string_view kSixPages =
    "1\t2\n1\t3\n2\t3\n2\t6\n3\t1\n4\t3\n4\t5\n5\t1\n5\t6\n";

// A graph of lines "FROM TAB TO ...", in a folder of its own.
class GraphOf {
 public:
  explicit GraphOf(std::string_view edges, UpdateOptions options = {},
                   std::string_view redirects = {}) {
    (void)add(edges, std::move(options), redirects);
  }

  // Adds such lines.
  UpdateResult add(std::string_view edges, UpdateOptions options = {},
                   std::string_view redirects = {}) {
    std::string number = std::to_string(count_++);
    if (!edges.empty()) {
      options.sources.edges = {folder_.write("edges" + number, edges)};
    }
    if (!redirects.empty()) {
      options.sources.redirects = {folder_.write("names" + number, redirects)};
    }
    return update_graph(path(), options, problems);
  }

  [[nodiscard]] std::string path() const { return folder_ / "graph"; }
  [[nodiscard]] std::string file(std::string_view name) const {
    return tests::read_file(path() + '/' + std::string(name));
  }
  // The keys that the links to a page which count come from, with spaces
  // between; "none" when the graph does not have it.
  [[nodiscard]] std::string in(std::string_view key) const {
    GraphReader reader(path());
    auto page = reader.find(key);
    if (!page) return "none";
    std::string text;
    reader.in_links(page->id, false, [&](const std::string& from, const Link&) {
      text += (text.empty() ? "" : " ") + from;
    });
    return text;
  }

  tests::Problems problems;

 private:
  tests::TempDir folder_;
  int count_ = 0;
};

}  // namespace wax::graph
