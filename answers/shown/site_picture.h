// The websites of a collection and the links between them, of collections with
// a graph (wax build --links).
#pragma once

#include "answers/shown/holdings.h"
#include "answers/shown/once_per_state.h"
#include "text/graph_plot.h"

namespace wax::answers {

// Whether the collection has a graph.
[[nodiscard]] bool has_graph(const Scope& scope);

// A picture of the registered domains with the most links of and to others,
// made once for each state of a collection. A page is there when searches may
// find a capture of it, and a link when they may find one that had it; so what
// rules hide is not told. Any number of threads may ask.
class SitePictures {
 public:
  // With more, labels are small on a screen.
  static constexpr size_t kMostSites = 100;

  SitePictures();

  // Does not wait for pictures, except for a moment that small graphs need. A
  // graph that cannot be read is a failure of the answer.
  using Answer = OncePerState<text::GraphPlot>::Answer;
  [[nodiscard]] Answer of(const Scope& scope) { return pictures_.of(scope); }

 private:
  OncePerState<text::GraphPlot> pictures_;
};

}  // namespace wax::answers
