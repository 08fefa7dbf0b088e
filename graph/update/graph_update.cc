#include "graph/update/graph_update.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "graph/store/meta.h"
#include "graph/update/graph_merge.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/leftovers.h"
#include "io/new_directory.h"

namespace wax::graph {
namespace {

GraphState state_before(const GraphFolder& folder,
                        const UpdateOptions& options) {
  GraphState state;
  std::error_code none;
  if (std::filesystem::exists(folder.folder, none)) {
    try {
      state = read_state(folder);
    } catch (const FormatError&) {
      if (!options.anew) throw;
    }
  }
  if (options.anew) {
    const uint64_t generation = state.generation;
    state = {};
    state.generation = generation;
  }
  if (!options.policy.empty()) state.policy.set_kind(options.policy);
  state.policy.frontier = state.policy.frontier || options.frontier;
  state.policy.nofollow = state.policy.nofollow || options.nofollow;
  ++state.generation;
  return state;
}

std::vector<std::string> inputs_of(const GraphInputs::Sources& sources) {
  std::vector<std::string> inputs = sources.segments;
  for (const auto* more :
       {&sources.wats, &sources.edges, &sources.redirects, &sources.dates}) {
    inputs.insert(inputs.end(), more->begin(), more->end());
  }
  return inputs;
}

// Files of a run: the file itself and its index.
void link_run(const RunFiles& from, const RunFiles& to) {
  for (const char* end : {"", ".index"}) {
    io::link_file(from.pages + end, to.pages + end);
    io::link_file(from.links + end, to.links + end);
  }
}

void remove_run(const RunFiles& run) {
  for (const char* end : {"", ".index"}) {
    std::filesystem::remove(run.pages + end);
    std::filesystem::remove(run.links + end);
  }
}

uint64_t size_of(const RunFiles& run) {
  return std::filesystem::file_size(run.pages) +
         std::filesystem::file_size(run.links);
}

// All runs that a graph has, the first one first.
std::vector<RunFiles> runs_of(const GraphFolder& folder,
                              const GraphState& state) {
  std::vector<RunFiles> runs;
  for (uint64_t tier = 0; tier <= state.tiers; ++tier) {
    runs.push_back(folder.run(tier));
  }
  return runs;
}

// Writes what is made of `pages`, `links` and the state.
void finish_merged(const GraphFolder& part, GraphState& state,
                   const io::Budget& resources) {
  state.is_merged = true;
  state.tiers = 0;
  write_counted_links(part, state.policy, resources);
  write_text(part.state(), state_text(state));
  write_text(part.meta(), scan_meta(part, resources.tmpdir));
}

// Puts the inputs into a tier of their own. While the tier before it is not
// larger, both become one: of N updates of one size, log2(N) tiers stay, and a
// link is written log2(N) times.
MergeResult add_tier(const GraphFolder& before, const GraphFolder& part,
                     GraphInputs& inputs, lines::KeptLines& pages,
                     const io::Budget& resources, GraphState& state) {
  const RunFiles added{part.at("added.pages"), part.at("added.links")};
  MergeResult result = merge_runs({}, &inputs, pages, resources, added);
  std::vector<RunFiles> merged = {added};
  uint64_t size = size_of(added);
  uint64_t kept = state.tiers;
  if (result.nodes > 0) {
    for (; kept > 0 && size_of(before.run(kept)) <= size; --kept) {
      merged.push_back(before.run(kept));
      size += size_of(merged.back());
    }
  } else {
    merged.clear();
  }
  for (uint64_t tier = 0; tier <= kept; ++tier) {
    link_run(before.run(tier), part.run(tier));
  }
  if (merged.size() == 1) {
    link_run(added, part.run(++kept));
  } else if (merged.size() > 1) {
    lines::KeptLines none(resources.tmpdir);
    merge_runs(merged, nullptr, none, resources, part.run(++kept));
  }
  remove_run(added);
  state.is_merged = false;
  state.tiers = kept;
  return result;
}

}  // namespace

UpdateResult update_graph(const std::string& folder,
                          const UpdateOptions& options, ProblemSink& problems) {
  const GraphFolder before{folder};
  (void)io::restore_directory(folder);
  GraphState state = state_before(before, options);
  std::error_code none;
  const bool is_there =
      !options.anew && std::filesystem::exists(before.state(), none);
  io::remove_leftovers(folder);
  io::NewDirectory directory(folder, true, graph_folders(),
                             inputs_of(options.sources));
  const GraphFolder part{directory.part()};

  UpdateResult result;
  lines::KeptLines pages(options.resources.tmpdir);
  GraphInputs inputs(options.sources, state, pages, problems);
  MergeResult merged;
  if (is_there && options.as_tier) {
    merged = add_tier(before, part, inputs, pages, options.resources, state);
    std::ranges::sort(state.inputs, {}, &GraphInput::digest);
    write_text(part.state(), state_text(state));
  } else {
    std::vector<RunFiles> runs;
    if (is_there) runs = runs_of(before, state);
    merged = merge_runs(runs, &inputs, pages, options.resources, part.run(0));
    std::ranges::sort(state.inputs, {}, &GraphInput::digest);
    finish_merged(part, state, options.resources);
  }
  directory.finish();
  result.counts = inputs.counts();
  result.passed_over = inputs.passed_over();
  result.is_tier = !state.is_merged;
  result.nodes = merged.nodes;
  result.links = merged.links;
  return result;
}

bool merge_tiers(const std::string& folder, const io::Budget& resources) {
  const GraphFolder before{folder};
  if (read_state(before).is_merged) return false;
  io::remove_leftovers(folder);
  io::NewDirectory directory(folder, true, graph_folders(), {});
  // Another process may have done it before this one had the lock.
  GraphState state = read_state(before);
  if (state.is_merged) return false;
  const GraphFolder part{directory.part()};
  lines::KeptLines none(resources.tmpdir);
  // Also when there are no tiers: readers know a graph by its file of pages.
  merge_runs(runs_of(before, state), nullptr, none, resources, part.run(0));
  finish_merged(part, state, resources);
  directory.finish();
  return true;
}

}  // namespace wax::graph
