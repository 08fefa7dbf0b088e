#include "serve/pages/template.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "serve/templates/templates.h"

namespace wax::serve {
namespace {

TEST(Templates, EscapeAllValues) {
  EXPECT_EQ(rendered("error", {{"reason", "<b>"}, {"text", "\"'&\xff\x01"}}),
            "<h1>&lt;b&gt;</h1><p class=\"notice\" role=\"alert\" dir=\"auto\">"
            "&quot;&#39;&amp;\xEF\xBF\xBD\xEF\xBF\xBD</p>");
}

// Values in three braces are HTML that pages have made themselves.
TEST(Templates, OnlyPartsOfPagesAreNotEscaped) {
  const std::set<std::string> made_here = {"main", "plot"};
  ASSERT_GT(template_files().size(), 10U);
  for (const TemplateFile& file : template_files()) {
    EXPECT_EQ(file.text.find("{{&"), std::string_view::npos) << file.name;
    EXPECT_EQ(file.text.find("{{="), std::string_view::npos) << file.name;
    for (size_t at = file.text.find("{{{"); at != std::string_view::npos;
         at = file.text.find("{{{", at + 1)) {
      size_t end = file.text.find("}}}", at);
      EXPECT_TRUE(made_here.contains(
          std::string(file.text.substr(at + 3, end - at - 3))))
          << file.name;
    }
  }
}

TEST(Templates, AllCanBeRendered) {
  for (const TemplateFile& file : template_files()) {
    std::string html = rendered(file.name, {});
    EXPECT_EQ(html.find("{{"), std::string::npos) << file.name;
    EXPECT_EQ(html.find('\n'), std::string::npos) << file.name;
  }
}

TEST(Templates, AnUnknownNameIsAnErrorOfTheProgram) {
  EXPECT_THROW((void)rendered("no-such-template", {}), std::logic_error);
}

TEST(Templates, EmptyTextsAndListsAreNoInSections) {
  EXPECT_EQ(rendered("date", {{"iso", ""}, {"text", "x"}}), "<span>x</span>");
  EXPECT_EQ(rendered("date", {{"iso", "2007"}, {"text", "x"}}),
            "<time datetime=\"2007\">x</time>");
  EXPECT_EQ(rendered("years", {{"years", std::vector<Values>()}}),
            "<ol class=\"years\" aria-label=\"Captures by year\"></ol>");
}

TEST(Templates, AreRenderedByManyThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int n = 0; n < 50; ++n) {
        EXPECT_EQ(rendered("bar", {{"percent", n}}).find("\"{{"),
                  std::string::npos);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace wax::serve
