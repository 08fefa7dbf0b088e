#include "graph/score/scoring.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "graph/store/meta.h"
#include "io/error.h"
#include "tests/graph/scores_of.h"

namespace wax::graph {
namespace {

using testing::HasSubstr;

// Gives one page no number, or throws.
class Broken final : public ScoreMethod {
 public:
  Broken(double value, bool throws) : value_(value), throws_(throws) {}
  [[nodiscard]] std::string name() const override { return "broken"; }
  void initial(const ScoredNode&, PageState& state, Totals&) const override {
    state.score = 1;
  }
  void update(const ScoredNode& node, double, PageState& state,
              Totals&) const override {
    if (node.id != 3) return;
    if (throws_) throw std::runtime_error("no idea");
    state.score = value_;
  }
  [[nodiscard]] bool end(uint64_t, const Totals&) override { return false; }

 private:
  double value_;
  bool throws_;
};

void expect_refused(ScoreMethod& method, const std::string& text) {
  GraphOf graph(kSixPages);
  const std::string meta = graph.file("meta.json");
  try {
    (void)score_graph(graph.path(), method, {});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr(text));
  }
  EXPECT_EQ(graph.file("meta.json"), meta);
  EXPECT_TRUE(score_names({graph.path()}).empty());
}

TEST(Scoring, AMethodThatFailsPublishesNothing) {
  Broken nan(std::nan(""), false);
  expect_refused(nan,
                 "the method broken gave the page 4 the score nan in round 1");
  Broken infinite(HUGE_VAL, false);
  expect_refused(infinite, "the score inf");
  Broken throwing(0, true);
  expect_refused(throwing, "the method broken failed: no idea");
}

// Throws what is no std::exception, wherever it is asked.
class Thrower final : public ScoreMethod {
 public:
  explicit Thrower(std::string where) : where_(std::move(where)) {}
  [[nodiscard]] std::string name() const override {
    fail_in("name");
    return "thrower";
  }
  void prepare(const GraphFacts&, const MethodOptions&) override {
    fail_in("prepare");
  }
  void initial(const ScoredNode&, PageState&, Totals&) const override {
    fail_in("initial");
  }
  [[nodiscard]] double gather(const LinkChunk&, double) const override {
    fail_in("gather");
    return 0;
  }
  void update(const ScoredNode&, double, PageState&, Totals&) const override {
    fail_in("update");
  }
  [[nodiscard]] bool end(uint64_t, const Totals&) override {
    fail_in("end");
    return false;
  }
  [[nodiscard]] double final(size_t, const ScoredNode&, const PageState&,
                             double) const override {
    fail_in("final");
    return 0;
  }
  [[nodiscard]] double boost(double) const override {
    fail_in("boost");
    return 1;
  }
  [[nodiscard]] std::string facts() const override {
    fail_in("facts");
    return "";
  }

 private:
  void fail_in(const char* place) const {
    if (where_ == place) throw 7;
  }
  std::string where_;
};

TEST(Scoring, WhateverAMethodThrowsIsNamed) {
  for (const char* place : {"prepare", "initial", "gather", "update", "end",
                            "final", "boost", "facts"}) {
    SCOPED_TRACE(place);
    for (uint64_t jobs : {1U, 4U}) {
      GraphOf graph(kSixPages);
      const std::string meta = graph.file("meta.json");
      Thrower method(place);
      ScoringOptions options;
      options.boosts = true;
      options.iterations = 3;
      options.resources.jobs = jobs;
      try {
        (void)score_graph(graph.path(), method, options);
        FAIL();
      } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), HasSubstr("the method thrower failed: "
                                            "it threw something unknown"));
      }
      EXPECT_EQ(graph.file("meta.json"), meta);
      EXPECT_TRUE(score_names({graph.path()}).empty());
    }
  }
  Thrower nameless("name");
  expect_refused(nameless, "the method of a plug-in failed");
}

TEST(Scoring, KeepsOtherScoresAndMetaIsWhatAScanSays) {
  GraphOf graph(kSixPages);
  ScoringOptions options;
  options.method.tolerance = 1e-9;
  (void)score(graph, "pagerank", options);
  options.name = "mine";
  (void)score(graph, "indegree", options);
  EXPECT_EQ(score_names({graph.path()}),
            (std::vector<std::string>{"mine", "pagerank"}));
  std::string meta = graph.file("meta.json");
  EXPECT_EQ(scan_meta({graph.path()}, ""), meta);
  EXPECT_THAT(meta, HasSubstr("\"iterations\":31,"));
  EXPECT_THAT(meta, HasSubstr("\"sum\":1,"));
  // Links and scores are of one graph.
  (void)graph.add("6\t1\n");
  EXPECT_TRUE(score_names({graph.path()}).empty());
}

TEST(Scoring, PagesThatDoNotCountHaveNoScore) {
  GraphOf graph("a\tb\nb\tc\n", {}, "c\td\nx\tb\n");
  (void)score(graph, "pagerank");
  std::vector<double> scores = read_scores(graph, "pagerank");
  EXPECT_NEAR(scores[0] + scores[1] + scores[2], 1, 1e-12);
  EXPECT_TRUE(std::isnan(scores[3]));
  EXPECT_TRUE(std::isnan(scores[4]));
}

TEST(Scoring, AnEmptyGraphHasNoScores) {
  GraphOf graph("# nothing\n");
  for (const std::string& name : method_names()) {
    EXPECT_EQ(score(graph, name).pages, 0U);
  }
}

TEST(Scoring, NamesAreNoPaths) {
  GraphOf graph(kSixPages);
  ScoringOptions options;
  options.name = "../x";
  EXPECT_THROW((void)score(graph, "pagerank", options), UsageError);
}

}  // namespace
}  // namespace wax::graph
