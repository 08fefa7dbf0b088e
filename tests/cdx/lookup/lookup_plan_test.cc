#include "cdx/lookup/lookup_plan.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/error.h"

namespace wax::cdx {
namespace {

using Names = std::vector<std::string>;

TEST(LookupPlan, NamesTheFieldsThatTheOptionsNeed) {
  const struct {
    LookupOptions options;
    Names names;
  } kCases[] = {
      {{}, {}},
      {{.reverse = true, .limit = 3}, {}},
      {{.from = "2007"}, {"timestamp"}},
      {{.to = "2007"}, {"timestamp"}},
      {{.closest = "2007"}, {"timestamp"}},
      {{.collapse_time = 4}, {"timestamp", "status"}},
      {{.omit_self_redirects = true}, {"status", "urlkey", "redirect"}},
      {{.filters = {"mime:text", "!mime:css", "=status:200"}},
       {"mime", "status"}},
      {{.filters = {"~a.*b"}}, {}},
      {{.filters = {"=timestamp:2007"}, .from = "2007"}, {"timestamp"}},
      {{.collapse = "digest:4", .collapse_last = "digest"}, {"digest"}},
      {{.fields = {"url", "title", "url"}}, {"url", "title"}},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(LookupPlan(c.options).names, c.names) << "case " << &c - kCases;
  }
}

TEST(LookupPlan, KnowsThePartThatIsCompared) {
  constexpr size_t kAll = SIZE_MAX;
  const struct {
    const char* text;
    size_t size;
    bool is_digest;
  } kCases[] = {
      {"status", kAll, false}, {"timestamp:4", 4, false},
      {"digest", kAll, true},  {"k:7", 7, true},
      {"status:0", 0, false},
  };
  for (const auto& c : kCases) {
    for (bool last : {false, true}) {
      LookupOptions options;
      (last ? options.collapse_last : options.collapse) = c.text;
      LookupPlan plan(options);
      const LookupPlan::Part& part = last ? plan.last_of : plan.first_of;
      EXPECT_EQ(part.field, 0U) << c.text;
      EXPECT_EQ(part.size, c.size) << c.text;
      EXPECT_EQ(part.is_digest, c.is_digest) << c.text;
      const LookupPlan::Part& other = last ? plan.first_of : plan.last_of;
      EXPECT_EQ(other.field, LookupPlan::kNoField) << c.text;
    }
  }
}

TEST(LookupPlan, AFilterWithoutAFieldIsForTheWholeLine) {
  LookupPlan plan({.filters = {"~a.*b", "=status:200"}});
  ASSERT_EQ(plan.filters.size(), 2U);
  EXPECT_EQ(plan.filters[0].second, LookupPlan::kNoField);
  EXPECT_EQ(plan.filters[1].second, 0U);
}

TEST(LookupPlan, RefusesInvalidPartsAndFilters) {
  for (const char* part : {"status:x", "status:", "status:-1", "status:1.5",
                           "timestamp:99999999999999999999999"}) {
    EXPECT_THROW(LookupPlan({.collapse = part}), UsageError) << part;
    EXPECT_THROW(LookupPlan({.collapse_last = part}), UsageError) << part;
  }
  EXPECT_THROW(LookupPlan({.filters = {"~status:("}}), UsageError);
}

}  // namespace
}  // namespace wax::cdx
