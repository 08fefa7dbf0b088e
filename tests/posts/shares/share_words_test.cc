#include "posts/shares/share_words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/temp_dir.h"

namespace wax::posts {
namespace {

std::string words_of(std::string_view text, ShareWord kind) {
  std::string all;
  each_share_word(text, kind,
                  [&](const std::string& word) { all += word + ' '; });
  return all;
}

TEST(ShareWords, AreWordsOrHashtags) {
  const std::string text =
      "The CASTLES of #Wales, #2010 (@ann's) 3000 caf\xC3\xA9 isn't "
      "http://e.org/castle www.e.org #a_b castles";
  EXPECT_EQ(words_of(text, ShareWord::kWord), "caf\xC3\xA9 castles isn't ");
  EXPECT_EQ(words_of(text, ShareWord::kHashtag), "#a_b #wales ");
  EXPECT_EQ(words_of("", ShareWord::kWord), "");
}

std::string worded(int id, const std::string& links, const std::string& text) {
  return std::to_string(id) + "\t20100714000000\ta\ten\tpost\t-\t" + links +
         "\t0\tf\t" + text + "\n";
}

std::vector<std::string> words_in(const std::string& lines,
                                  WordOptions options) {
  tests::TempDir folder;
  tests::Problems problems;
  CountedPosts counts;
  std::vector<std::string> found;
  options.sort.memory = 1 << 20;
  count_share_words({folder.write("posts", lines)}, options, counts, problems,
                    [&](const PageWord& word) {
                      found.push_back(word.url + ' ' + word.word + ' ' +
                                      std::to_string(word.posts));
                    });
  return found;
}

TEST(ShareWords, AreCountedByPage) {
  const std::string lines =
      worded(1, "http://e.org/a http://www.e.org/a", "castle castle valley") +
      worded(2, "https://e.org/a", "a castle") +
      worded(3, "http://e.org/b", "castle valley") + worded(4, "-", "castle") +
      worded(5, "http://e.org/a", "valley #tag");
  WordOptions options;
  options.least = 1;
  EXPECT_EQ(words_in(lines, options),
            (std::vector<std::string>{
                "http://e.org/a castle 2", "http://e.org/a valley 2",
                "http://e.org/b castle 1", "http://e.org/b valley 1"}));
  options.least = 2;
  EXPECT_EQ(words_in(lines, options).size(), 2U);
  options.least = 1;
  options.kind = ShareWord::kHashtag;
  EXPECT_EQ(words_in(lines, options),
            std::vector<std::string>{"http://e.org/a #tag 1"});
}

TEST(ShareWords, CommonWordsAreLeftOut) {
  std::string lines;
  for (int i = 0; i < 200; ++i) {
    lines += worded(i, "http://e.org/" + std::to_string(i % 40),
                    i % 40 == 7  ? "the castle"
                    : i % 2 == 0 ? "the"
                                 : "other");
  }
  EXPECT_EQ(words_in(lines, {}),
            std::vector<std::string>{"http://e.org/7 castle 5"});
}

}  // namespace
}  // namespace wax::posts
