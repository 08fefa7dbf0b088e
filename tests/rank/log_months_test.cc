#include "rank/log_months.h"

#include <gtest/gtest.h>

#include "io/output.h"
#include "tests/rank/support.h"
#include "tests/support/temp_dir.h"

namespace wax::rank {
namespace {

TEST(LogMonths, AreSortedFilesInUtc) {
  tests::TempDir folder;
  auto line = [](const std::string& time, const std::string& url) {
    return "192.0.2.1 - - [" + time + "] \"GET /web/2020/http://example.com/" +
           url + " HTTP/1.1\" 200 1 \"-\" \"Firefox\"\n";
  };
  const std::string log =
      folder.write("log", line("28/Feb/2021:10:00:00 +0000", "b") +
                              line("01/Mar/2021:00:00:01 +0100", "a") +
                              line("01/Mar/2021:09:00:00 +0000", "b") +
                              line("01/Mar/2021:19:00:00 +0000", "b"));
  std::string months;
  Reports reports;
  const LogCounts counts = write_log_months(
      {{"log", log}}, {}, {}, reports, [&](const std::string& month) {
        months += month + ' ';
        return io::open_output(folder / month, true);
      });
  EXPECT_EQ(months, "2021-02 2021-03 ");
  EXPECT_EQ(tests::read_file(folder / "2021-02"),
            "com,example)/a 1\ncom,example)/b 1\n");
  EXPECT_EQ(tests::read_file(folder / "2021-03"), "com,example)/b 2\n");
  EXPECT_EQ(counts.lines, 4U);
}

}  // namespace
}  // namespace wax::rank
