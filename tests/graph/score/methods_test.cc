#include "graph/score/methods.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "io/error.h"
#include "tests/graph/scores_of.h"

namespace wax::graph {
namespace {

using testing::DoubleNear;
using testing::HasSubstr;
using testing::Pointwise;

// The score `name` of the six pages.
std::vector<double> scores_of_six(const std::string& method,
                                  const ScoringOptions& options = {},
                                  const std::string& name = {}) {
  GraphOf graph(kSixPages);
  (void)score(graph, method, options);
  return read_scores(graph, name.empty() ? method : name);
}

ScoringOptions rounds(uint64_t count) {
  ScoringOptions options;
  options.iterations = count;
  return options;
}

ScoringOptions dangling(std::string rule, uint64_t count = 0,
                        double damping = 0.85) {
  ScoringOptions options = rounds(count);
  options.method.dangling = std::move(rule);
  options.method.damping = damping;
  options.method.tolerance = 1e-14;
  return options;
}

void expect_near(const std::vector<double>& scores,
                 const std::vector<double>& wanted, double error = 1e-9) {
  EXPECT_THAT(scores, Pointwise(DoubleNear(error), wanted));
}

TEST(Methods, PageRankOfSixPages) {
  expect_near(scores_of_six("pagerank", dangling("all")),
              {0.300604255010, 0.173651422613, 0.266958488272, 0.045894614233,
               0.065399825283, 0.147491394589});
  expect_near(scores_of_six("pagerank", rounds(1)),
              {.261111111111, .119444444444, .261111111111, .048611111111,
               .119444444444, .190277777778});
  expect_near(scores_of_six("pagerank", rounds(3)),
              {.276804301698, .184725887346, .276051697531, .046743537809,
               .068824845679, .146849729938});
}

TEST(Methods, PageRankEndsWhenItChangesLess) {
  for (auto [tolerance, wanted] :
       {std::pair{1e-6, 21U}, {1e-9, 31U}, {1e-12, 42U}}) {
    GraphOf graph(kSixPages);
    ScoringOptions options;
    options.method.tolerance = tolerance;
    ScoringResult result = score(graph, "pagerank", options);
    EXPECT_EQ(result.iterations, wanted);
    EXPECT_TRUE(result.converged);
    EXPECT_LT(result.residual, tolerance);
  }
  GraphOf graph(kSixPages);
  EXPECT_NEAR(score(graph, "pagerank", rounds(1)).residual, .425, 1e-12);
}

TEST(Methods, PageRankWithOtherRulesForDanglingPages) {
  expect_near(scores_of_six("pagerank", dangling("linking")),
              {.307187395656, .177454335310, .272804796984, .046899692157,
               .066832061323, .128821718569});
  expect_near(scores_of_six("pagerank", dangling("drop")),
              {.163747021318, .094592484060, .145419289786, .025, .035625,
               .080342430726});
  EXPECT_NEAR(scores_of_six("pagerank", dangling("self"))[5], .535616204837,
              1e-9);
}

// What dangling pages have is spread over all pages, or over all others.
TEST(Methods, PageRankWithoutJumpsKeepsItsSum) {
  expect_near(scores_of_six("pagerank", dangling("all", 1, 1)),
              {5. / 18, 1. / 9, 5. / 18, 1. / 36, 1. / 9, 7. / 36}, 1e-15);
  expect_near(scores_of_six("pagerank", dangling("all", 2, 1)),
              {79. / 216, 37. / 216, 13. / 54, 7. / 216, 5. / 108, 31. / 216},
              1e-15);
  expect_near(scores_of_six("pagerank", dangling("linking", 1, 1)),
              {17. / 60, 7. / 60, 17. / 60, 1. / 30, 7. / 60, 1. / 6}, 1e-15);
}

// Compared with the formula: a page without links gives as random jumps do.
TEST(Methods, PageRankWithJumpsToHomePages) {
  GraphOf graph(
      "com,a)/\tcom,a)/x\ncom,a)/x\tcom,a)/\ncom,a)/x\tcom,b)/z\n"
      "com,b)/y\tcom,a)/\n");
  // a, x, y and z; a and y are home pages, z has no links.
  for (double homes : {0.25, 1.}) {
    ScoringOptions options;
    options.method.homes = homes;
    options.method.tolerance = 1e-14;
    ScoringResult result = score(graph, "pagerank", options);
    EXPECT_EQ(result.pages, 4U);
    std::vector<double> wanted(4, .25);
    const double page = (1 - homes) / 4;
    const std::vector<double> jump = {page + homes / 2, page, page + homes / 2,
                                      page};
    for (int round = 0; round < 300; ++round) {
      const std::vector<double> x = wanted;
      const std::vector<double> in = {x[1] / 2 + x[2], x[0], 0, x[1] / 2};
      for (size_t i = 0; i < 4; ++i) {
        wanted[i] = .15 * jump[i] + .85 * (in[i] + x[3] * jump[i]);
      }
    }
    std::vector<double> scores = read_scores(graph, "pagerank");
    std::erase_if(scores, [](double score) { return std::isnan(score); });
    expect_near(scores, wanted, 1e-12);
    EXPECT_NEAR(std::accumulate(scores.begin(), scores.end(), 0.), 1, 1e-12);
    EXPECT_THAT(
        graph.file("meta.json"),
        testing::HasSubstr(homes == 1 ? "\"homes\":1}" : "\"homes\":0.25}"));
  }
  ScoringOptions options;
  options.method.homes = 1.5;
  EXPECT_THROW((void)score(graph, "pagerank", options), UsageError);
}

TEST(Methods, LinkRankIsThatOfNutch) {
  expect_near(scores_of_six("linkrank"),
              {1.8915319, 1.0936066, 1.6802778, .2916667, .4156250, .9310201},
              1e-6);
  expect_near(
      scores_of_six("linkrank", rounds(200)),
      {1.910381915, 1.103578981, 1.696558381, .291666667, .415625, .937328358});
}

TEST(Methods, HitsOfSixPages) {
  GraphOf graph(kSixPages);
  ScoringOptions options;
  options.method.tolerance = 1e-9;
  EXPECT_EQ(score(graph, "hits", options).iterations, 44U);
  options.method.tolerance = 1e-13;
  (void)score(graph, "hits", options);
  expect_near(read_scores(graph, "hits"),
              {.206683113116, .247749237875, .792473317778, 0, .247749237875,
               .454432350991});
  expect_near(read_scores(graph, "hits-hub"),
              {.507655735103, .608522484389, .100866749286, .507655735103,
               .322641587702, 0});
}

TEST(Methods, OpicAfterOneVisitOfEachPage) {
  GraphOf graph(kSixPages);
  (void)score(graph, "opic", rounds(1));
  expect_near(
      read_scores(graph, "opic"),
      {.153605016, .087774295, .138975967, .065830721, .087774295, .124346917},
      1e-9);
  std::string meta = graph.file("meta.json");
  EXPECT_THAT(meta, HasSubstr("\"virtual_page\":0.341692789969"));
  EXPECT_THAT(meta, HasSubstr("\"history\":1.53174603175"));  // 193/126
}

TEST(Methods, OpicApproachesItsLimit) {
  std::vector<double> scores = scores_of_six("opic", rounds(100'000));
  double sum = 0;
  for (double value : scores) sum += value;
  for (double& value : scores) value /= sum;
  expect_near(
      scores,
      {123. / 517, 83. / 517, 34. / 141, 42. / 517, 56. / 517, 265. / 1551},
      1e-5);
}

TEST(Methods, TheLastRoundOfOpicIsAtItsLimitSoon) {
  expect_near(
      scores_of_six("opic", {}, "opic-recent"),
      {123. / 517, 83. / 517, 34. / 141, 42. / 517, 56. / 517, 265. / 1551},
      1e-12);
}

// Two pages that link to each other, captured again and again: the sum of Nutch
// doubles each time.
TEST(Methods, TheSumStaysOneHoweverOftenPagesAreCaptured) {
  GraphOf graph("a\tb\t\t2001\nb\ta\t\t2001\n");
  for (int year = 2002; year < 2007; ++year) {
    std::string date = std::to_string(year);
    (void)graph.add("a\tb\t\t" + date + "\nb\ta\t\t" + date + '\n');
    for (const char* method : {"pagerank", "opic"}) {
      (void)score(graph, method, rounds(100));
      std::vector<double> scores = read_scores(graph, method);
      double sum = scores[0] + scores[1];
      if (method == std::string("opic")) {
        // The rest is of the virtual page.
        EXPECT_LT(sum, 1);
        EXPECT_NEAR(scores[0], scores[1], 0.01);
      } else {
        EXPECT_NEAR(sum, 1, 1e-12);
        EXPECT_NEAR(scores[0], .5, 1e-12);
      }
    }
    EXPECT_THAT(graph.file("meta.json"), HasSubstr("\"links\":2,"));
  }
}

TEST(Methods, InDegreeAndItsBoosts) {
  ScoringOptions options;
  options.boosts = true;
  GraphOf graph(kSixPages);
  (void)score(graph, "indegree", options);
  expect_near(read_scores(graph, "indegree"), {2, 1, 3, 0, 1, 2});
  std::vector<double> boosts = read_scores(graph, "indegree-boost");
  EXPECT_TRUE(std::isnan(boosts[3]));
  boosts[3] = 0;
  expect_near(boosts, {1.301030, 1, 1.477121, 0, 1, 1.301030}, 1e-6);
}

TEST(Methods, OthersAreRefusedByName) {
  EXPECT_THROW((void)make_method("pagerankk"), UsageError);
  EXPECT_THROW((void)make_method("./none.so"), UsageError);
  for (const std::string& name : method_names()) {
    EXPECT_EQ(make_method(name)->name(), name);
  }
  GraphOf graph(kSixPages);
  EXPECT_THROW((void)score(graph, "pagerank", dangling("x")), UsageError);
  EXPECT_THROW((void)score(graph, "pagerank", dangling("all", 0, 2)),
               UsageError);
}

}  // namespace
}  // namespace wax::graph
