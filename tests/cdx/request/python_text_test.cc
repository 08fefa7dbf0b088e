#include "cdx/request/python_text.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::cdx {
namespace {

TEST(PythonText, WritesIntegersInAllDigits) {
  const std::pair<double, const char*> cases[] = {
      {0, "0"},
      {-0.0, "0"},
      {-17, "-17"},
      {1e22, "10000000000000000000000"},
      {9007199254740993.0, "9007199254740992"},
  };
  for (const auto& [number, text] : cases) {
    EXPECT_EQ(python_integer(number), text);
  }
  EXPECT_EQ(python_integer(1e308).size(), 309u);
}

TEST(PythonText, WritesFloatsInTheFewestDigits) {
  const std::pair<double, const char*> cases[] = {
      {0, "0.0"},
      {-0.0, "-0.0"},
      {1, "1.0"},
      {0.1, "0.1"},
      {-2.5, "-2.5"},
      {0.0001, "0.0001"},
      {0.00001, "1e-05"},
      {1.5e-7, "1.5e-07"},
      {1e15, "1000000000000000.0"},
      {1e16, "1e+16"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
  };
  for (const auto& [number, text] : cases) {
    EXPECT_EQ(python_float(number), text);
  }
}

TEST(PythonText, WritesDatesWithoutSecondsThatAreZero) {
  const std::pair<double, const char*> cases[] = {
      {0, "1970, 1, 1, 0, 0"},
      {1000, "1970, 1, 1, 0, 0, 1"},
      {1, "1970, 1, 1, 0, 0, 0, 1000"},
      {0.001, "1970, 1, 1, 0, 0, 0, 1"},
      {-1, "1969, 12, 31, 23, 59, 59, 999000"},
      {-1000, "1969, 12, 31, 23, 59, 59"},
      {999.9999, "1970, 1, 1, 0, 0, 1"},
      {1234567890000, "2009, 2, 13, 23, 31, 30"},
      {951782400000, "2000, 2, 29, 0, 0"},
      {-62135596800000, "1, 1, 1, 0, 0"},
      {253402300799000, "9999, 12, 31, 23, 59, 59"},
  };
  for (const auto& [milliseconds, text] : cases) {
    EXPECT_EQ(python_date(milliseconds),
              "datetime.datetime(" + std::string(text) + ")");
  }
}

TEST(PythonText, WritesUuidsWithDashes) {
  EXPECT_EQ(python_uuid("0123456789abcdef"),
            "UUID('30313233-3435-3637-3839-616263646566')");
  EXPECT_EQ(python_uuid(std::string(16, '\xff')),
            "UUID('ffffffff-ffff-ffff-ffff-ffffffffffff')");
}

TEST(PythonText, ReadsIntegersAsPythonDoes) {
  const std::pair<const char*, const char*> cases[] = {
      {"1", "1"},     {"-1", "-1"},
      {"+1", "1"},    {" \t12\n", "12"},
      {"007", "7"},   {"-0", "0"},
      {"000", "0"},   {"1_000", "1000"},
      {"-0_1", "-1"}, {"1234567890123456789012", "1234567890123456789012"},
  };
  for (const auto& [text, number] : cases) {
    EXPECT_EQ(python_int(text), number) << text;
  }
  for (const char* text : {"", " ", "-", "+-1", "- 1", "1 2", "_1", "1_",
                           "1__0", "1.0", "1e3", "0x1", "a"}) {
    EXPECT_EQ(python_int(text), std::nullopt) << text;
  }
}

TEST(PythonText, OrdersIntegersByTheirValue) {
  const char* const kInOrder[] = {"-100", "-20", "-3", "0", "2", "10", "300"};
  for (size_t i = 0; i < std::size(kInOrder); ++i) {
    for (size_t k = 0; k < std::size(kInOrder); ++k) {
      EXPECT_EQ(less_as_int(kInOrder[i], kInOrder[k]), i < k)
          << kInOrder[i] << ' ' << kInOrder[k];
    }
  }
}

}  // namespace
}  // namespace wax::cdx
