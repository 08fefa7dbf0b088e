// One graph, opened: a page with its links, and the pages with the highest
// scores.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/store/graph_folder.h"
#include "graph/store/links.h"
#include "graph/store/node_file.h"
#include "graph/store/pages.h"
#include "graph/store/score_file.h"

namespace wax::graph {

// Any number of threads may read.
class GraphReader {
 public:
  // Throws UsageError, IoError, FormatError.
  explicit GraphReader(const std::string& folder);

  [[nodiscard]] const GraphFolder& folder() const { return folder_; }
  [[nodiscard]] const GraphState& state() const { return state_; }
  [[nodiscard]] uint64_t nodes() const { return pages_.nodes(); }
  [[nodiscard]] const NodeFile& pages() const { return pages_; }
  [[nodiscard]] const NodeFile& links() const { return links_; }
  [[nodiscard]] const NodeFile& in() const { return in_; }
  [[nodiscard]] const NodeFile& out() const { return out_; }

  // The page of a key, or of a URL with that key.
  [[nodiscard]] std::optional<Page> find(std::string_view key_or_url) const;
  [[nodiscard]] std::string key_of(NodeId id) const;

  // Calls `take` with each link to `page` that counts, and the key of its
  // source; with `all`, also with those that do not count any more.
  void in_links(
      NodeId page, bool all,
      const std::function<void(const std::string&, const Link&)>& take) const;

 private:
  GraphFolder folder_;
  GraphState state_;
  NodeFile pages_;
  NodeFile links_;
  NodeFile in_;
  NodeFile out_;
};

struct ScoredPage {
  NodeId id = 0;
  double score = 0;
};

// The `count` pages with the highest scores; of equal ones, those with the
// least keys. Memory: `count` pages.
[[nodiscard]] std::vector<ScoredPage> top_pages(const ScoreFile& scores,
                                                uint64_t count);

}  // namespace wax::graph
