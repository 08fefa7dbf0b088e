// How pages are scored: the interface of methods, which may be plug-ins.
//
// This header needs nothing but the standard library. A plug-in is a shared
// library with one function:
//
//   extern "C" wax::graph::ScoreMethod* wax_score_method();
//
// which gives a new method (examples/damped_degree.cc).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/store/sum.h"

namespace wax::graph {

// What is known of the whole graph before a method begins.
struct GraphFacts {
  uint64_t pages = 0;  // that have scores
  uint64_t links = 0;
  uint64_t dangling = 0;    // pages without links
  uint64_t no_inlinks = 0;  // pages to which none leads
  uint64_t homes = 0;       // home pages, when MethodOptions::homes is not 0
};

// What a person chose.
struct MethodOptions {
  double damping = 0.85;
  // An iteration of PageRank that changes scores by less than this leaves them
  // 5.7 times as far from their limit at most.
  double tolerance = 1e-10;
  // Which pages get the score of dangling pages: "all", "linking" (pages that
  // have links), "self", "drop".
  std::string dangling = "all";
  // Which share of random jumps leads to home pages, one of each host, rather
  // than to any page: from 0 to 1.
  double homes = 0;
};

// One page. Its number is its place in the order of URL keys.
struct ScoredNode {
  uint32_t id = 0;
  uint64_t in = 0;  // links
  uint64_t out = 0;
  bool home = false;  // when MethodOptions::homes is not 0
};

// What a method keeps of each page between rounds.
struct PageState {
  double score = 0;
  double memory[2] = {0, 0};
};

// Some links of one page: `values` has what the page at the other end of each
// gives, at its number.
struct LinkChunk {
  uint32_t page;
  const uint32_t* others;
  size_t count;
  const double* values;
};

// What a round adds up over all pages. The result does not depend on how many
// threads do it.
struct Totals {
  ExactSum sums[4];
  double most = 0;

  void merge(const Totals& other) {
    for (size_t i = 0; i < 4; ++i) sums[i].add(other.sums[i]);
    most = std::fmax(most, other.most);
  }
};

enum class Direction { kIn, kOut };

// A method scores all pages in rounds. In each, a page gathers what the pages
// at the other end of its links give. Several threads call the const functions
// at once. Whatever a method throws ends the run, and the graph stays as it
// was; so does a score that is no finite number.
class ScoreMethod {
 public:
  virtual ~ScoreMethod() = default;

  // The name of the score, if the user gives no other.
  [[nodiscard]] virtual std::string name() const = 0;
  // How many iterations there are at most unless the user says it, and how many
  // rounds these are.
  [[nodiscard]] virtual uint64_t usual_iterations() const { return 1000; }
  [[nodiscard]] virtual uint64_t rounds_of(uint64_t iterations) const {
    return iterations;
  }

  // Called once, before all others.
  virtual void prepare(const GraphFacts& /*facts*/,
                       const MethodOptions& /*options*/) {}
  virtual void initial(const ScoredNode& node, PageState& state,
                       Totals& totals) const = 0;

  // Whether pages gather over their in-links or their out-links. Rounds count
  // from 1.
  [[nodiscard]] virtual Direction direction(uint64_t /*round*/) const {
    return Direction::kIn;
  }
  // One page after the other gathers in the order of the numbers, and sees what
  // those before it give in this round. Such a method runs in one thread.
  [[nodiscard]] virtual bool in_turn() const { return false; }
  // What a page gives along each link in the next round.
  [[nodiscard]] virtual double give(const ScoredNode& /*node*/,
                                    const PageState& state) const {
    return state.score;
  }
  // Adds some links to what was gathered so far.
  [[nodiscard]] virtual double gather(const LinkChunk& links,
                                      double so_far) const {
    for (size_t i = 0; i < links.count; ++i) {
      so_far += links.values[links.others[i]];
    }
    return so_far;
  }
  virtual void update(const ScoredNode& node, double gathered, PageState& state,
                      Totals& totals) const = 0;
  // After the initial values (round 0) and after each round, with the sums over
  // all pages. True: no more rounds.
  [[nodiscard]] virtual bool end(uint64_t round, const Totals& totals) = 0;

  // How much the scores changed in the last round, as the method measures it;
  // and how many iterations it counts.
  [[nodiscard]] virtual double residual() const { return 0; }
  [[nodiscard]] virtual uint64_t iterations(uint64_t rounds) const {
    return rounds;
  }

  // The scores are these, by name; the first one has no name of its own.
  [[nodiscard]] virtual std::vector<std::string> outputs() const {
    return {""};
  }
  // Whether final() needs what a page gathers in one more round.
  [[nodiscard]] virtual bool gathers_at_end() const { return false; }
  // Called before that round.
  virtual void begin_end() {}
  [[nodiscard]] virtual double final(size_t /*output*/,
                                     const ScoredNode& /*node*/,
                                     const PageState& state,
                                     double /*gathered*/) const {
    return state.score;
  }
  // By what an index multiplies the score of a page; NaN: by nothing.
  [[nodiscard]] virtual double boost(double score) const {
    return std::sqrt(score);
  }
  // More members of the JSON object that says how scores were made: ",...".
  [[nodiscard]] virtual std::string facts() const { return ""; }

  // What the method knows besides the pages' states, to go on after a kill.
  [[nodiscard]] virtual std::vector<double> save() const { return {}; }
  virtual void load(const std::vector<double>& /*saved*/) {}
};

}  // namespace wax::graph
