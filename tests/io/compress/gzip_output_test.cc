#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "io/compress/gzip_format.h"
#include "io/compress/inflater.h"
#include "io/error.h"

namespace wax::io {
namespace {

// What each member unpacks to.
std::vector<std::string> members_of(std::string_view packed) {
  std::vector<std::string> members;
  auto inflater = gzip_inflater();
  while (!packed.empty()) {
    inflater->start();
    std::string text(4 << 20, '\0');
    auto step = inflater->step(packed, text.data(), text.size());
    EXPECT_EQ(step.state, Inflater::State::kEnd);
    if (step.state != Inflater::State::kEnd) break;
    text.resize(step.produced);
    members.push_back(text);
    packed.remove_prefix(step.consumed);
  }
  return members;
}

std::string some_lines(std::mt19937_64& random, size_t size) {
  std::string text;
  while (text.size() < size) {
    bool long_line = random() % 3000 == 0;
    text.append(random() % (long_line ? 900'000 : 200),
                static_cast<char>('a' + random() % 26));
    text += '\n';
  }
  return text;
}

std::string packed(std::string_view text, size_t step, unsigned jobs) {
  std::string bytes;
  auto output = gzip_output(open_memory(bytes), jobs);
  while (!text.empty()) {
    output->write(text.substr(0, step));
    text.remove_prefix(std::min(step, text.size()));
  }
  output->finish();
  return bytes;
}

TEST(GzipOutput, MembersHaveWholeLinesAndABoundedSize) {
  std::mt19937_64 random(5);
  std::string text = some_lines(random, 3'000'000);
  std::string all;
  for (const std::string& member : members_of(packed(text, 1000, 1))) {
    EXPECT_EQ(member.back(), '\n');
    // A longer one is one line.
    EXPECT_TRUE(member.size() <= kGzipText ||
                member.find('\n') == member.size() - 1)
        << member.size();
    all += member;
  }
  EXPECT_EQ(all, text);
}

TEST(GzipOutput, TheBytesDependOnTheTextOnly) {
  std::mt19937_64 random(6);
  std::string text = some_lines(random, 3'000'000) + "no line end";
  std::string expected = packed(text, 100, 1);
  for (unsigned jobs : {1U, 2U, 5U}) {
    for (size_t step : {71UL, 4096UL, 700'000UL, text.size()}) {
      EXPECT_EQ(packed(text, step, jobs), expected) << jobs << ' ' << step;
    }
  }
}

TEST(GzipOutput, WritesAnEmptyMemberForNoBytes) {
  EXPECT_EQ(members_of(packed("", 1, 2)), std::vector<std::string>{""});
}

TEST(GzipOutput, FlushEndsTheMember) {
  std::string bytes;
  auto output = gzip_output(open_memory(bytes), 2);
  output->write("a\n");
  output->flush();
  EXPECT_EQ(members_of(bytes), std::vector<std::string>{"a\n"});
  output->write("b\n");
  output->finish();
  EXPECT_EQ(members_of(bytes), (std::vector<std::string>{"a\n", "b\n"}));
}

TEST(GzipOutput, AFullDiskIsAnError) {
  for (unsigned jobs : {1U, 3U}) {
    auto output = gzip_output(open_output("/dev/full", false), jobs);
    EXPECT_THROW(
        {
          output->write("some text\n");
          output->finish();
        },
        IoError);
  }
}

}  // namespace
}  // namespace wax::io
