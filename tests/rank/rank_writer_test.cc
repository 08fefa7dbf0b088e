#include "rank/rank_writer.h"

#include <gtest/gtest.h>

#include "io/byte_source.h"
#include "io/compress/decompressed.h"
#include "rank/rank_order.h"
#include "tests/support/temp_dir.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::rank {
namespace {

TEST(RankFiles, AreTheListAndItsDigest) {
  tests::TempDir folder;
  std::string lines;
  append_order_line({"com,example)/", {5, 5, 1}}, lines);
  lines += '\n';
  append_order_line({"Q1", {2, 2, 1}}, lines);
  const std::string path = folder / "rank.csv.gz";
  const std::string stats = folder / "stats.json";
  write_rank(lines::lines_of(lines), {2, 50, 1000},
             {"rank.csv.gz", {"2021-01", "2021-02"}, {{"Entities", 2}}},
             {path, folder / "entities.txt", folder / "plot.svg", stats}, {});
  EXPECT_NE(tests::read_file(folder / "plot.svg").find(">median: Q1, 2</text>"),
            std::string::npos);
  EXPECT_EQ(tests::read_file(folder / "entities.txt"),
            "Q1 2 2 2 1 com,example)/ -\ncom,example)/ 1 5 5 1 - Q1\n");
  EXPECT_EQ(io::read_all(*io::decompressed(io::open_file(path), 1), 1000),
            "Entity,Rank\n\"com,example)/\",5\nQ1,2\n");
  const std::string stored = tests::read_file(path);
  // No time and no name, so that equal ranks have equal bytes.
  EXPECT_EQ(stored.substr(3, 5), std::string(5, '\0'));
  warc::Digester digester(warc::DigestAlgorithm::kSha256);
  digester.update(stored);
  EXPECT_EQ(tests::read_file(stats),
            "{\"File\":\"rank.csv.gz\",\"Sha256\":\"" +
                text::to_hex(digester.finish().bytes()) +
                "\",\"Months\":[\"2021-01\",\"2021-02\"],\"Entities\":2,"
                "\"MedianViews\":2,\"Median\":1,\"Samples\":"
                "[[\"com,example)/\",1,5],[\"Q1\",2,2]]}\n");
}

}  // namespace
}  // namespace wax::rank
