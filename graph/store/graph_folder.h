// A graph of pages and links, in a folder.
//
// Each node is a URL key: a page that is archived, or one that is only linked.
// Its number is its place in the byte order of the keys. All files are of one
// generation: whoever changes the graph makes the folder anew.
//
//   GRAPH/state     text: how the graph was made, and of which inputs
//   GRAPH/pages     the pages and their captures, by key (store/pages.h)
//   GRAPH/links     all links that were ever seen, by target (store/links.h)
//   GRAPH/in        the links that count, by target (store/topology.h)
//   GRAPH/out       the same, by source
//   GRAPH/names     nodes that are other names of pages (store/counted_nodes.h)
//   GRAPH/score.N   the scores N of all nodes (store/score_file.h)
//   GRAPH/meta.json what a scan of all these files says (store/meta.h)
//
// A graph with updates that are not merged has only `state`, `pages`, `links`,
// and for each tier of updates, from 1 on, a graph of its own with numbers of
// its own:
//
//   GRAPH/tier-N.pages, GRAPH/tier-N.links
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/new_directory.h"

namespace wax::graph {

using NodeId = uint32_t;
inline constexpr uint64_t kMostNodes = 0xfffffff0;
inline constexpr NodeId kNoNode = 0xffffffff;

// Pages, and the links between them, by the numbers of these pages.
struct RunFiles {
  std::string pages;
  std::string links;
};

struct GraphFolder {
  std::string folder;

  [[nodiscard]] std::string at(std::string_view name) const {
    return folder + '/' + std::string(name);
  }
  [[nodiscard]] std::string state() const { return at("state"); }
  [[nodiscard]] std::string pages() const { return at("pages"); }
  [[nodiscard]] std::string links() const { return at("links"); }
  // A tier; 0: what was merged before.
  [[nodiscard]] RunFiles run(uint64_t tier) const {
    if (tier == 0) return {pages(), links()};
    const std::string name = "tier-" + std::to_string(tier);
    return {at(name + ".pages"), at(name + ".links")};
  }
  [[nodiscard]] std::string in() const { return at("in"); }
  [[nodiscard]] std::string out() const { return at("out"); }
  [[nodiscard]] std::string names() const { return at("names"); }
  [[nodiscard]] std::string meta() const { return at("meta.json"); }
  [[nodiscard]] std::string score(std::string_view name) const {
    return at("score." + std::string(name));
  }
};

// Folders of a graph.
[[nodiscard]] io::DirectoryKind graph_folders();

// Which of the links that were seen count.
struct LinkPolicy {
  enum class Kind {
    kLatest,      // those of the newest capture of their source
    kAccumulate,  // all
    kAsOf,        // those of the newest capture until `date`
  };
  Kind kind = Kind::kLatest;
  uint64_t date = 0;  // 14 digits
  // Links to pages that are not archived count, too.
  bool frontier = false;
  // Links that ask robots not to follow them count, too.
  bool nofollow = false;

  // The last date that counts.
  [[nodiscard]] uint64_t until() const {
    return kind == Kind::kAsOf ? date : kLastDate;
  }
  static constexpr uint64_t kLastDate = 99'999'999'999'999;

  // "latest", "accumulate" or "asof=20080101000000". Throws UsageError.
  void set_kind(std::string_view text);
  [[nodiscard]] std::string kind_text() const;
};

struct GraphInput {
  std::string path;
  std::string digest;  // "sha256:...", of its content
};

struct GraphState {
  uint64_t generation = 0;
  std::string url_key;  // "surt", "legacy"; empty: not known
  LinkPolicy policy;
  // False: updates, or a change of the policy, wait to be merged.
  bool is_merged = true;
  uint64_t tiers = 0;
  std::vector<GraphInput> inputs;
};

[[nodiscard]] std::string state_text(const GraphState& state);
// Throws UsageError when the folder is no graph, FormatError, IoError.
[[nodiscard]] GraphState read_state(const GraphFolder& folder);

// The number of a date of up to 14 digits, as if it went on with zeros; 0 for
// another text.
[[nodiscard]] uint64_t date_number(std::string_view date);
// 14 digits, or "-" for 0.
[[nodiscard]] std::string date_text(uint64_t number);

}  // namespace wax::graph
