#include "crawl/seen/captured_months.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"
#include "lines/line_stream.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

constexpr auto kSurt = cdx::UrlKeyKind::kSurt;

std::vector<std::string> texts(const std::vector<Month>& months) {
  std::vector<std::string> texts;
  for (Month month : months) texts.push_back(month.text());
  return texts;
}

std::string cdx_line(const std::string& key, const std::string& date) {
  return key + ' ' + date + " http://x/ text/html 200 ABC - - 1 0 a.warc.gz\n";
}

class CapturedMonthsTest : public testing::TestWithParam<uint64_t> {};

// Read and searched.
TEST_P(CapturedMonthsTest, OfSeveralFiles) {
  tests::TempDir folder;
  std::string many;
  for (int i = 0; i < 3000; ++i) {
    std::string number = std::to_string(10'000 + i);
    many += cdx_line("com,example)/" + number, "20200101000000");
  }
  std::string first = " CDX N b a m s k r M S V g\n" + many +
                      cdx_line("org,example)/a", "20210101000000") +
                      cdx_line("org,example)/a", "20210301000000") +
                      cdx_line("org,example)/a!", "20210501000000") +
                      cdx_line("org,example)/b", "20210401000000");
  const std::vector<std::string> files = {
      folder.write("1.cdx", first),
      folder.write("2.cdxj",
                   many +
                       "org,example)/a 20220201000000 {\"url\": \"http://a\"}\n"
                       "org,example)/c 20220301000000 {}\n")};
  NoProblems problems;
  auto months = captured_months(files, kSurt, GetParam(), problems);
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts(months->of("com,example)/10007")),
            (Texts{"2020-01", "2020-01"}));
  EXPECT_EQ(texts(months->of("org,example)/")), Texts{});
  EXPECT_EQ(texts(months->of("org,example)/a")),
            (Texts{"2021-01", "2021-03", "2022-02"}));
  EXPECT_EQ(texts(months->of("org,example)/a!")), Texts{"2021-05"});
  EXPECT_EQ(texts(months->of("org,example)/c")), Texts{"2022-03"});
  EXPECT_EQ(texts(months->of("org,example)/d")), Texts{});
}
INSTANTIATE_TEST_SUITE_P(FewAndMany, CapturedMonthsTest,
                         testing::Values(1, 1'000'000));

TEST(CapturedMonths, FilesMustBeSortedAndOfOneKind) {
  tests::TempDir folder;
  NoProblems problems;
  const std::string a = cdx_line("org,example)/a", "20210101000000");
  const std::string b = cdx_line("org,example)/b", "20210101000000");
  auto unsorted =
      captured_months({folder.write("1", b + a)}, kSurt, 100, problems);
  EXPECT_THROW(static_cast<void>(unsorted->of("org,example)/z")),
               lines::LineError);
  const std::string legacy = folder.write(
      "2",
      "example.org/ 20210101000000 example.org/ text/html 200 ABC - 0 f\n");
  EXPECT_THROW(
      static_cast<void>(captured_months({legacy}, kSurt, 100, problems)),
      UsageError);
}

}  // namespace
}  // namespace wax::crawl
