#include <gtest/gtest.h>

#include "document/page/field_candidates.h"

namespace wax::document {
namespace {

TEST(Byline, IsFoundWhereTextsHaveIt) {
  struct Case {
    const char* text;
    const char* name;
  };
  for (const Case& one : {
           Case{"By Ann Lee", "Ann Lee"},
           {"by Ann Lee", "Ann Lee"},
           {"A heron's year\nBY ANN LEE\nIn spring", "ANN LEE"},
           {"Written by\nAnn Lee\nUpdated", "Ann Lee"},
           {"Words by: Ann Lee, the editor", "Ann Lee"},
           {"Posted by Ann Lee on Friday", "Ann Lee"},
           {"03/01/2017 by Ann Lee | 5 min", "Ann Lee"},
           {"Herons | By Ann Lee - May 3", "Ann Lee"},
           {"By Ann Lee December 2, 2025", "Ann Lee"},
           {"By Ann Lee 12.12.2025", "Ann Lee"},
           {"By A. J. O'Neal (she)", "A. J. O'Neal"},
           {"By Ann de la Cruz", "Ann de la Cruz"},
           {"By Émile Núñez-Åberg · News", "Émile Núñez-Åberg"},
           {"By Ann Lee and Bo Ek", "Ann Lee"},
           {"It stands by Night. By Ann Lee:", "Ann Lee"},
       }) {
    EXPECT_EQ(find_byline(one.text), one.name) << one.text;
  }
}

TEST(Byline, IsNoOtherPhrase) {
  for (const char* text :
       {"", "by", "By ", "By the river", "By The Currency editors",
        "surrounded by Green Hills", "Standby Ann Lee", "Bye Ann Lee", "By Ann",
        "By Ann\nLee", "By Ann Lee who wrote this",
        "By A Very Long Company Name", "By 3M Corporation", "By ann lee",
        "By Ann de", "By Ann \xFF"}) {
    EXPECT_EQ(find_byline(text), "") << text;
  }
}

}  // namespace
}  // namespace wax::document
