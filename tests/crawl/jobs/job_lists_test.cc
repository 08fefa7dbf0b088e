#include "crawl/jobs/job_lists.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::crawl {
namespace {

JobCounts write(const std::string& urls, const std::string& folder,
                const JobTimes& times, const RobotsOfUrl& robots = {}) {
  std::filesystem::create_directory(folder);
  JobCounts counts;
  auto lines = lines::lines_of(urls);
  lines::SortOptions sort;
  sort.memory = 1 << 20;
  write_jobs(*lines, folder, {times, sort, robots}, counts);
  return counts;
}

TEST(JobLists, HostsHaveJobsOfOneSizeAndShareSmallOnes) {
  tests::TempDir folder;
  std::string urls;
  for (int i = 0; i < 121; ++i) {
    urls += "http://www" + std::to_string(i % 3) + ".Big.example/" +
            std::to_string(i) + " 202611\n";
  }
  urls +=
      "http://a.test/1\nhttp://b.test/1\nhttp://a.test/2\nhttp://a.test/1\n"
      "mailto:x\n# note\nhttp://10.0.0.1/\n";
  JobCounts counts = write(urls, folder / "o", {5, 14400, 600});
  EXPECT_EQ(counts.read, 127U);
  EXPECT_EQ(counts.urls, 125U);
  EXPECT_EQ(counts.again, 1U);
  EXPECT_EQ(counts.without_host, 1U);
  EXPECT_EQ(counts.hosts, 4U);
  EXPECT_EQ(counts.jobs, 3U);
  EXPECT_EQ(tests::read_file(folder / "o/jobs.tsv"),
            "job\thost\turls\tat-once\tdelay\n"
            "1\t10.0.0.1\t1\t1\t5\n"
            "1\ta.test\t2\t1\t5\n"
            "1\tb.test\t1\t1\t5\n"
            "2\tbig.example\t61\t1\t5\n"
            "3\tbig.example\t60\t1\t5\n");
  EXPECT_EQ(tests::read_file(folder / "o/000/000001.txt"),
            "http://10.0.0.1/\nhttp://a.test/1\nhttp://a.test/2\n"
            "http://b.test/1\n");
  EXPECT_TRUE(tests::read_file(folder / "o/000/000002.txt")
                  .starts_with("http://www0.Big.example/0\n"
                               "http://www1.Big.example/1\n"));
}

TEST(JobLists, EveryUrlIsInOneJob) {
  tests::TempDir folder;
  std::string urls;
  std::set<std::string> expected;
  for (int i = 0; i < 20'000; ++i) {
    int host = i % 7 == 0 ? i % 500 : i % 3;
    std::string url = "http://h" + std::to_string(host) + ".example/" +
                      std::to_string(i / 2 * 2);
    urls += url + '\n';
    expected.insert(url);
  }
  const JobTimes times{1, 1000, 60};
  JobCounts counts = write(urls, folder / "o", times);
  std::map<std::string, int> times_found;
  std::map<std::string, uint64_t> sizes;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder / "o")) {
    if (entry.path().extension() != ".txt") continue;
    std::istringstream list(tests::read_file(entry.path().string()));
    for (std::string url; std::getline(list, url);) {
      ++times_found[url];
      ++sizes[entry.path().stem().string()];
    }
  }
  EXPECT_EQ(times_found.size(), expected.size());
  EXPECT_EQ(counts.urls, expected.size());
  for (const auto& [url, found] : times_found) EXPECT_EQ(found, 1) << url;
  EXPECT_EQ(sizes.size(), counts.jobs);
  for (const auto& [job, size] : sizes) EXPECT_LE(size, 60U) << job;
}

TEST(JobLists, RobotsLeaveOutUrlsAndSlowHostsDown) {
  tests::TempDir folder;
  const RobotsRules slow("user-agent: *\ndisallow: /no\ncrawl-delay: 200", "x");
  const RobotsRules none;
  std::string urls;
  for (int i = 0; i < 5; ++i) {
    urls += "http://slow.example/" + std::to_string(i) + "\n";
  }
  urls += "http://slow.example/no?a\nhttp://fast.example/no\n";
  JobCounts counts =
      write(urls, folder / "o", {5, 500, 600}, [&](std::string_view url) {
        return std::cref(url.find("slow") != url.npos ? slow : none);
      });
  EXPECT_EQ(counts.disallowed, 1U);
  EXPECT_EQ(counts.urls, 6U);
  EXPECT_EQ(tests::read_file(folder / "o/jobs.tsv"),
            "job\thost\turls\tat-once\tdelay\n"
            "1\tfast.example\t1\t1\t5\n"
            "2\tslow.example\t3\t1\t200\n"
            "3\tslow.example\t2\t1\t200\n");
}

TEST(JobLists, LinesWithoutAHostAreNamed) {
  tests::TempDir folder;
  std::filesystem::create_directory(folder / "o");
  auto lines = lines::lines_of(
      std::string_view("http://a.test/\nmailto:x 2026\n\thttp://b.test/\n"));
  JobOptions options;
  options.sort.memory = 1 << 20;
  std::string named;
  options.bad_line = [&](std::string_view fault, std::string_view line) {
    named.append(fault).append(": ").append(line) += '\n';
  };
  JobCounts counts;
  write_jobs(*lines, folder / "o", options, counts);
  EXPECT_EQ(named,
            "has no URL with a host: mailto:x 2026\n"
            "has no URL with a host: \thttp://b.test/\n");
  EXPECT_EQ(counts.without_host, 2U);
  EXPECT_EQ(counts.urls, 1U);
}

TEST(JobFolders, HoldOnlyJobs) {
  tests::TempDir folder;
  write("http://a.test/1\n", folder / "o", {});
  auto is_replaceable = [&] {
    try {
      io::check_replaceable(folder / "o", true, job_folders(), {});
    } catch (const UsageError&) {
      return false;
    }
    return true;
  };
  folder.write("o/schedule.svg", "x");
  EXPECT_TRUE(is_replaceable());
  for (const char* name : {"o/a.warc.gz", "o/000/a.warc.gz"}) {
    const std::string path = folder.write(name, "x");
    EXPECT_FALSE(is_replaceable()) << name;
    std::filesystem::remove(path);
  }
  EXPECT_TRUE(is_replaceable());
  folder.write("o/jobs.tsv", "my jobs\n");
  EXPECT_FALSE(is_replaceable());
}

TEST(JobLists, OfNothingAreNone) {
  tests::TempDir folder;
  EXPECT_EQ(write("", folder / "o", {}).jobs, 0U);
  EXPECT_EQ(tests::read_file(folder / "o/jobs.tsv"),
            "job\thost\turls\tat-once\tdelay\n");
}

}  // namespace
}  // namespace wax::crawl
