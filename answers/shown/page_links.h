// Links to a page and from it, of collections with a graph (wax build --links).
// Any number of threads may call what is declared here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "answers/shown/holdings.h"

namespace wax::answers {

// The other end of a link, an archived page.
struct LinkedPage {
  std::string url;  // as it was captured last
  std::string urlkey;
  // Only of links to the page: the text of the link's newest capture; the first
  // and the last capture that had it. Empty when that is not known.
  std::string anchor;
  std::string first;
  std::string last;
};

struct PageLinks {
  bool has_graph = false;
  // Each: by PageRank where the graph has it, then by key.
  std::vector<LinkedPage> to;    // this page
  std::vector<LinkedPage> from;  // this page
  bool to_is_cut = false;        // there may be more
  bool from_is_cut = false;
};

// Finds at most kMostLinks links to a page and as many from it. A link is there
// when a capture that had it may be found by searches, and so may its other
// end. Links seen only in hidden captures are left out. A graph that cannot be
// read is reported, as if there were none. Memory: 4 bytes for each link.
// Throws as open_cdx().
inline constexpr size_t kMostLinks = 100;
[[nodiscard]] PageLinks page_links(const Scope& scope, std::string_view urlkey);

}  // namespace wax::answers
