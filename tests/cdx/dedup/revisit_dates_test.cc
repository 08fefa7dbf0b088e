#include "cdx/dedup/revisit_dates.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "lines/line_stream.h"

namespace wax::cdx {
namespace {

using Set = std::set<std::string>;

// The dates of these lines of versions, which a set has in their order.
Set dates_of(const Set& lines) {
  auto next = lines.begin();
  RevisitDates dates(lines::made_lines([&](std::string& line) {
    if (next == lines.end()) return false;
    line = *next++;
    return true;
  }));
  Set found;
  for (std::string line; dates(line);) found.insert(line);
  return found;
}

TEST(RevisitDates, AreThoseOfTheirDigest) {
  EXPECT_EQ(
      dates_of({"a d 400000120070101000000", "a d r00000120070102000000"}),
      Set{"a d 20070102000000"});
}

TEST(RevisitDates, AReferenceIsOfTheCaptureAtItsDate) {
  EXPECT_EQ(
      dates_of({"a !20070101000000 00000220070103000000",
                "a d 400000120070101000000", "a e 400000120070102000000"}),
      Set{"a d 20070103000000"});
}

TEST(RevisitDates, AReferenceWithADigestCountsIfNoCaptureHasIt) {
  const std::string reference = "a !20070101000000 sha1:X 00000220070103000000";
  const std::string own = "a sha1:X r00000220070103000000";
  EXPECT_EQ(dates_of({reference, own, "a d 400000120070101000000"}),
            (Set{"a d 20070103000000", "a sha1:X 20070103000000"}));
  EXPECT_EQ(dates_of({reference, own, "a d 400000120070101000000",
                      "a sha1:X 400000120070102000000"}),
            Set{"a sha1:X 20070103000000"});
}

TEST(RevisitDates, OneWithoutADateIsOfTheLastCaptureBefore) {
  const std::string reference = "a !00000000000000 00000220070105000000";
  EXPECT_EQ(dates_of({reference, "a d 400000120070101000000",
                      "a e 400000120070103000000", "a f 400000120070106000000",
                      "a x x00000120070104000000"}),
            Set{"a e 20070105000000"});
  // Another revisit says which version it still was.
  EXPECT_EQ(
      dates_of({reference, "a d 400000120070101000000",
                "a d r00000120070104000000", "a e 400000120070103000000"}),
      (Set{"a d 20070104000000", "a d 20070105000000"}));
  EXPECT_EQ(dates_of({reference, "a d 400000120070106000000",
                      "b d 400000120070101000000"}),
            Set{});
}

TEST(RevisitDates, A304WithItsOwnDigestIsOfTheLastCaptureBefore) {
  EXPECT_EQ(
      dates_of({"a !00000000000000 sha1:X 00000220070105000000",
                "a sha1:X r00000220070105000000", "a d 400000120070101000000"}),
      (Set{"a d 20070105000000", "a sha1:X 20070105000000"}));
}

TEST(RevisitDates, WhatHasNoOriginalIsTold) {
  const Set lines = {"a !20070101000000 00000220070103000000",
                     "a !20070101000000 sha1:X 00000220070104000000",
                     "a d 400000120070102000000",
                     "a sha1:X r00000220070104000000",
                     "b d r00000220070105000000",
                     "c d r00000220070105000000",
                     "c d x00000120070101000000"};
  auto next = lines.begin();
  std::string told;
  RevisitDates dates(lines::made_lines([&](std::string& line) {
                       if (next == lines.end()) return false;
                       line = *next++;
                       return true;
                     }),
                     [&](std::string_view urlkey, const auto& unmatched) {
                       told.append(urlkey).append(":");
                       for (const UnmatchedRevisit& revisit : unmatched) {
                         told += ' ' + revisit.date.substr(6, 2) + '/' +
                                 revisit.digest + '/' +
                                 revisit.original_date.substr(0, 8);
                       }
                       told += '\n';
                     });
  for (std::string line; dates(line);) {
  }
  EXPECT_EQ(told, "a: 03//20070101 04/sha1:X/20070101\nb: 05/d/\nc:\n");
}

}  // namespace
}  // namespace wax::cdx
