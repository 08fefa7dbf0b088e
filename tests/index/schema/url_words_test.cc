#include "index/schema/url_words.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::index {
namespace {

TEST(UrlWords, AreThoseOfTheUrlWithoutEscapes) {
  const char* const cases[][2] = {{"http://a.org/b", "a.org/b"},
                                  {"a.org/my%20castle", "a.org/my castle"},
                                  {"a.org/caf%C3%A9-list", "a.org/café-list"},
                                  {"a.org/caf%c3%a9", "a.org/café"},
                                  {"a.org/j%f8rgen", "a.org/jørgen"},
                                  {"a.org/x%2Ay%3Fz", "a.org/x y z"},
                                  {"a.org/100%", "a.org/100%"},
                                  {"a.org/a%2520b", "a.org/a 20b"},
                                  {"a.org/%zz", "a.org/%zz"},
                                  {"", ""}};
  for (const auto& [url, words] : cases) {
    std::string room;
    EXPECT_EQ(url_as_words(url, room), words) << url;
  }
}

}  // namespace
}  // namespace wax::index
