// A method of wax-graph-score in about 50 lines: the pages that lead to a page
// within five steps, each step counting half as much as the one before. Made
// and used without the sources of the tools but their headers:
//
//   c++ -std=c++20 -shared -fPIC -I SOURCES examples/damped_degree.cc -o dd.so
//   wax graph-score --method ./dd.so site.graph
//   wax graph-read --top 10 --score damped-degree site.graph
#include "graph/score/method.h"

namespace {

using wax::graph::GraphFacts;
using wax::graph::MethodOptions;
using wax::graph::PageState;
using wax::graph::ScoredNode;
using wax::graph::ScoreMethod;
using wax::graph::Totals;

class DampedDegree final : public ScoreMethod {
 public:
  std::string name() const override { return "damped-degree"; }
  uint64_t usual_iterations() const override { return 5; }

  void prepare(const GraphFacts& facts, const MethodOptions&) override {
    pages_ = static_cast<double>(facts.pages);
  }
  // memory[0] is what came over paths of the last length.
  void initial(const ScoredNode&, PageState& state, Totals&) const override {
    state.score = 0;
    state.memory[0] = 1;
  }
  double give(const ScoredNode&, const PageState& state) const override {
    return state.memory[0] / 2;
  }
  void update(const ScoredNode&, double gathered, PageState& state,
              Totals& totals) const override {
    state.memory[0] = gathered;
    state.score += gathered / pages_;
    totals.sums[0].add(gathered);
  }
  bool end(uint64_t round, const Totals& totals) override {
    added_ = totals.sums[0].value() / pages_;
    return round > 0 && added_ == 0;  // no path is longer
  }
  double residual() const override { return added_; }

 private:
  double pages_ = 1;
  double added_ = 0;
};

}  // namespace

extern "C" ScoreMethod* wax_score_method() { return new DampedDegree; }
