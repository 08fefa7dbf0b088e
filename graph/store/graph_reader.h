// One graph, opened: a page with its links, and the pages with the highest
// scores.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collection/access/access_rules.h"
#include "graph/store/graph_folder.h"
#include "graph/store/links.h"
#include "graph/store/node_file.h"
#include "graph/store/pages.h"
#include "graph/store/score_file.h"

namespace wax::graph {

// Any number of threads may read. All files are of one graph, also when another
// one takes its place meanwhile. They are as they are stored; who shows pages,
// links, anchors or scores of a collection asks shows().
class GraphReader {
 public:
  // Throws UsageError, IoError, FormatError.
  explicit GraphReader(const std::string& folder);
  ~GraphReader();
  GraphReader(const GraphReader&) = delete;
  GraphReader& operator=(const GraphReader&) = delete;

  [[nodiscard]] const GraphFolder& folder() const { return folder_; }
  [[nodiscard]] const GraphState& state() const { return files_->state; }
  [[nodiscard]] uint64_t nodes() const { return pages().nodes(); }
  [[nodiscard]] const NodeFile& pages() const { return files_->pages; }
  [[nodiscard]] const NodeFile& links() const { return files_->links; }
  [[nodiscard]] const NodeFile& in() const { return files_->in; }
  [[nodiscard]] const NodeFile& out() const { return files_->out; }

  // Call it after other files of folder() were opened: throws FormatError when
  // another update's graph has the place, so that they may be of that one.
  void check_place() const;

  // Rules that say which pages are shown (page_gate.h). For a graph in the
  // folder of a collection, they are read_access() of the graph's folder. Call
  // it before the functions below. Memory: a bit for each page where there are
  // rules.
  void restrict(const std::shared_ptr<const collection::AccessRules>& rules);
  // Without restrict(), all are.
  [[nodiscard]] bool shows(NodeId page) const {
    return unseen_.empty() || !unseen_[page];
  }

  // The page of a key, or of a URL with that key, if it is shown.
  [[nodiscard]] std::optional<Page> find(std::string_view key_or_url) const;
  [[nodiscard]] std::string key_of(NodeId id) const;

  // Calls `take` with each link to `page` that counts, of a page that is shown,
  // and the key of its source; with `all`, also with those that do not count
  // any more.
  void in_links(
      NodeId page, bool all,
      const std::function<void(const std::string&, const Link&)>& take) const;

 private:
  struct Files {
    explicit Files(const GraphFolder& folder);
    GraphState state;
    NodeFile pages;
    NodeFile links;
    NodeFile in;
    NodeFile out;
  };
  void close_place();
  [[nodiscard]] bool has_place() const;

  GraphFolder folder_;
  // The file of pages, which each update makes anew; -1 when it is missing.
  int place_ = -1;
  std::unique_ptr<const Files> files_;
  std::vector<bool> unseen_;  // empty: all are shown
};

struct ScoredPage {
  NodeId id = 0;
  double score = 0;
};

// The `count` pages with the highest scores; of equal ones, those with the
// least keys; with a graph, only those that it shows. Memory: `count` pages.
[[nodiscard]] std::vector<ScoredPage> top_pages(
    const ScoreFile& scores, uint64_t count,
    const GraphReader* graph = nullptr);

}  // namespace wax::graph
