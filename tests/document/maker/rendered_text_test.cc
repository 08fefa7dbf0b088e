#include "document/maker/rendered_text.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

Document page(const std::string& content) {
  Document page;
  page.type = "text/html";
  page.content = content;
  if (!content.empty()) page.main = {{0, content.size()}};
  return page;
}

TextUsed join(const std::string& text, Document& page) {
  RenderedText rendered;
  rendered.begin();
  rendered.add(text);
  return rendered.join(page);
}

constexpr const char* kLong = "Puffins return to the island in the spring";

TEST(RenderedText, IsTheTextOfAShell) {
  Document shell = page("");
  shell.no_text = NoText::kEmpty;
  EXPECT_EQ(join(std::string("Home\nAbout\n") + kLong + "\nLike", shell),
            TextUsed::kRendered);
  EXPECT_EQ(shell.content, std::string("Home\nAbout\n") + kLong + "\nLike");
  EXPECT_EQ(main_text(shell), kLong);
  EXPECT_EQ(shell.no_text, NoText::kNone);
  EXPECT_EQ(shell.words, 11U);
  EXPECT_EQ(shell.language, "en");
}

TEST(RenderedText, GoesBeforeOtherWordsOfAShell) {
  Document shell = page("Please wait\nPuffins");
  EXPECT_EQ(join(kLong, shell), TextUsed::kBoth);
  EXPECT_EQ(shell.content, std::string(kLong) + "\nPlease wait");
  EXPECT_EQ(main_text(shell), kLong);
}

TEST(RenderedText, OfAWholePageAddsWhatTheHtmlLacks) {
  Document whole = page(std::string("Footer\n") + kLong);
  const Document before = whole;
  EXPECT_EQ(join(kLong, whole), TextUsed::kHtml);
  EXPECT_EQ(whole, before);
  EXPECT_EQ(join(std::string(kLong) + "\nAccept cookies", whole),
            TextUsed::kBoth);
  EXPECT_EQ(whole.content, before.content + "\nAccept cookies");
  EXPECT_EQ(whole.main, before.main);
}

TEST(RenderedText, OfSeveralTimesHasEachLineOnce) {
  RenderedText rendered;
  for (int page_number = 0; page_number < 2; ++page_number) {
    rendered.begin();
    rendered.add("Menu\nOne\nMenu\n\n");
    rendered.add("Menu\nTwo\nTwo");
    Document shell = page("");
    EXPECT_EQ(rendered.join(shell), TextUsed::kRendered);
    EXPECT_EQ(shell.content, "Menu\nOne\nMenu\nTwo");
    EXPECT_EQ(main_text(shell), shell.content);
  }
}

TEST(RenderedText, IsCutAtACharacter) {
  RenderedText rendered;
  rendered.begin();
  std::string text(RenderedText::kMost - 1, 'a');
  text += "\u00e9 rest\nrest";
  rendered.add(text);
  rendered.add("more");
  Document shell = page("");
  EXPECT_EQ(rendered.join(shell), TextUsed::kRendered);
  EXPECT_TRUE(shell.content == std::string(RenderedText::kMost - 1, 'a'));
}

}  // namespace
}  // namespace wax::document
