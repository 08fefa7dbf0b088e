#include "cdx/merged_lines.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "warc/io/byte_source.h"

namespace wax::cdx {
namespace {

// Of blocks of 16 bytes.
std::string merged(const std::vector<std::string>& texts, bool unique) {
  std::vector<std::unique_ptr<BlockSource>> sources;
  for (const std::string& text : texts) {
    sources.push_back(std::make_unique<CdxBlocks>(
        "x", std::make_unique<io::MemorySource>(text), 16));
  }
  auto lines = merged_lines(read_ahead(std::move(sources), 1), unique);
  std::string all;
  std::string_view line;
  while (lines->next(line)) (all += line) += '\n';
  return all;
}

TEST(MergedLines, ComeInOrderFromAllInputs) {
  EXPECT_EQ(merged({"a 1\nc 1\nc 2\nx 1\n", "", "b 1\nc 1\n"}, false),
            "a 1\nb 1\nc 1\nc 1\nc 2\nx 1\n");
}

TEST(MergedLines, AreOneOfEqualOnesWhenAsked) {
  EXPECT_EQ(merged({"a 1\na 1\nc 1\n", "a 1\nb 1\n", "c 1\n"}, true),
            "a 1\nb 1\nc 1\n");
}

TEST(MergedLines, AreNoneOfNoInputs) { EXPECT_EQ(merged({}, false), ""); }

}  // namespace
}  // namespace wax::cdx
