#include "graph/score/score_run.h"

#include <gtest/gtest.h>

#include "io/error.h"
#include "tests/graph/random_graph.h"
#include "tests/graph/scores_of.h"

namespace wax::graph {
namespace {

TEST(ScoreRun, ThreadsAndMemoryDoNotChangeABit) {
  // More pages than one share and one block have.
  GraphOf graph(random_links(40'000, 120'000, 7));
  for (const char* method : {"pagerank", "hits", "linkrank"}) {
    ScoringOptions options;
    options.iterations = 8;
    options.resources.jobs = 1;
    (void)score(graph, method, options);
    std::string scores = graph.file(std::string("score.") + method);
    options.resources.jobs = 5;
    (void)score(graph, method, options);
    EXPECT_EQ(graph.file(std::string("score.") + method), scores) << method;
    // What 7,680 pages give is held at a time.
    options.resources.memory = 120 << 10;
    (void)score(graph, method, options);
    EXPECT_EQ(graph.file(std::string("score.") + method), scores) << method;
  }
}

TEST(ScoreRun, AMethodThatNeedsMoreMemorySaysSo) {
  GraphOf graph(random_links(4000, 9000, 7));
  ScoringOptions options;
  options.resources.memory = 8 << 10;
  EXPECT_THROW((void)score(graph, "opic", options), UsageError);
}

TEST(ScoreRun, GoesOnWhereItWasStopped) {
  for (const char* name : {"pagerank", "hits", "opic"}) {
    GraphOf graph(random_links(300, 900, 8));
    ScoringOptions options;
    options.iterations = 20;
    (void)score(graph, name, options);
    const std::string scores = graph.file(std::string("score.") + name);

    GraphOf again(random_links(300, 900, 8));
    options.save_after = 0;
    class Stopped : public UsageError {
     public:
      Stopped() : UsageError("stopped") {}
    };
    for (uint64_t stop : {5U, 9U, 13U}) {
      options.progress = [&](uint64_t round, double) {
        if (round == stop) throw Stopped();
      };
      EXPECT_THROW((void)score(again, name, options), Stopped);
    }
    uint64_t first = 0;
    options.progress = [&](uint64_t round, double) {
      if (first == 0) first = round;
    };
    EXPECT_TRUE(score(again, name, options).resumed);
    EXPECT_EQ(first, 14U) << name;
    EXPECT_EQ(again.file(std::string("score.") + name), scores) << name;
    // Nothing is left for the next run.
    EXPECT_FALSE(score(again, name, options).resumed);
  }
}

TEST(ScoreRun, DoesNotGoOnWithAnotherGraphOrOtherOptions) {
  GraphOf graph(kSixPages);
  ScoringOptions options;
  options.save_after = 0;
  class Stopped : public UsageError {
   public:
    Stopped() : UsageError("stopped") {}
  };
  options.progress = [](uint64_t, double) { throw Stopped(); };
  EXPECT_THROW((void)score(graph, "pagerank", options), Stopped);
  options.progress = nullptr;
  ScoringOptions other = options;
  other.method.damping = 0.5;
  EXPECT_FALSE(score(graph, "pagerank", other).resumed);

  options.progress = [](uint64_t, double) { throw Stopped(); };
  EXPECT_THROW((void)score(graph, "pagerank", options), Stopped);
  (void)graph.add("6\t1\n");
  options.progress = nullptr;
  EXPECT_FALSE(score(graph, "pagerank", options).resumed);
}

}  // namespace
}  // namespace wax::graph
