// The rounds of a method over a graph.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graph/score/link_blocks.h"
#include "graph/score/method.h"
#include "graph/score/scoring.h"
#include "graph/store/big_vector.h"
#include "graph/store/graph_folder.h"
#include "graph/store/node_file.h"
#include "io/ordered_pool.h"

namespace wax::graph {

class ScoreRun {
 public:
  ScoreRun(const GraphFolder& folder, ScoreMethod& method,
           const ScoringOptions& options);

  // Goes on from the state that a file has, if there is one of this graph,
  // method and options. Whether there was.
  [[nodiscard]] bool resume(const std::string& path);
  // Does all rounds. Saves the state as ScoringOptions say.
  void run(const std::string& saved);
  [[nodiscard]] uint64_t rounds() const { return round_; }
  [[nodiscard]] bool converged() const { return converged_; }
  [[nodiscard]] uint64_t pages() const { return facts_.pages; }

  // The scores of one output: NaN for nodes that are no counted pages. After
  // run(), in the order of the outputs.
  void write_output(size_t output, bool boosts, const std::string& path);

 private:
  // Pages that one thread works on at a time.
  struct Share {
    uint64_t first = 0;  // blocks of a NodeFile
    uint64_t last = 0;
    Totals totals;
  };

  void keep_gathered();
  void read_degrees();
  void find_homes();
  [[nodiscard]] ScoredNode node_at(NodeId id) const {
    return {id, in_degrees_[id], out_degrees_[id],
            !homes_.empty() && homes_[id]};
  }
  // Calls work(share) for all pages in shares, on several threads unless the
  // method goes in turn. The sums of all shares, in their order.
  Totals for_all(const std::function<void(Share&)>& work);
  void fill_given(uint64_t first, uint64_t last);
  [[nodiscard]] const LinkBlocks& links(Direction direction);
  // Gathers over one block of pages' gifts; calls take(node, gathered) after
  // the last one.
  void gather(const LinkBlocks& blocks, size_t block, Share& share,
              const std::function<void(NodeId, double, Totals&)>& take);
  Totals gather_all(Direction direction,
                    const std::function<void(NodeId, double, Totals&)>& take);
  void update(NodeId id, double gathered, Totals& totals);
  [[nodiscard]] PageState state_at(NodeId id) const;
  void keep_state(NodeId id, const PageState& state);
  void check(NodeId id, double score) const;
  void save(const std::string& path) const;
  [[nodiscard]] std::string saved_head() const;

  GraphFolder folder_;
  ScoreMethod& method_;
  const ScoringOptions& options_;
  NodeFile in_;
  NodeFile out_;
  uint64_t nodes_;
  bool fits_;
  Place place_;
  uint64_t block_;  // pages whose gifts are in memory
  std::vector<bool> counted_;
  std::vector<bool> homes_;  // empty when the method has no use for them
  GraphFacts facts_;
  BigVector<uint32_t> in_degrees_;
  BigVector<uint32_t> out_degrees_;
  BigVector<double> scores_;
  BigVector<double> memories_[2];
  BigVector<double> given_;
  std::optional<BigVector<double>> gathered_;
  std::optional<LinkBlocks> by_target_;
  std::optional<LinkBlocks> by_source_;
  uint64_t round_ = 0;
  bool begun_ = false;
  bool converged_ = false;
};

}  // namespace wax::graph
