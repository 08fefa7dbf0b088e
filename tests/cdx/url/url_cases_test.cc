// What other systems say of URLs; see tests/support/shared.h.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <map>
#include <set>

#include "cdx/url/canonical.h"
#include "cdx/url/host.h"
#include "cdx/url/search_range.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "tests/cdx/case_rows.h"
#include "tests/support/shared.h"

namespace wax::cdx {
namespace {

using boost::property_tree::ptree;
using Answer = std::function<std::string(const ptree& row)>;
using Answers = std::map<std::string, Answer>;
// Function or id, and why it does not bind here.
using Exceptions = std::map<std::string, std::string>;

constexpr char kNoAnswer[] = "null";  // what a JSON null reads as

std::string input_of(const ptree& row) { return row.get<std::string>("input"); }

bool option(const ptree& row, const std::string& name, bool otherwise) {
  return row.get(ptree::path_type("options/" + name, '/'), otherwise);
}

// The function without remarks in parentheses.
std::string function_of(const ptree& row) {
  auto name = row.get<std::string>("function");
  return name.substr(0, name.find(" ("));
}

FoldOptions fold_options(const ptree& row) {
  FoldOptions options;
  options.host_massage = option(row, "host_massage", true);
  options.query_lowercase = option(row, "query_lowercase", true);
  return options;
}

Answer in_place(void (*function)(std::string&)) {
  return [function](const ptree& row) {
    std::string text = input_of(row);
    if (text != kNoAnswer) function(text);
    return text;
  };
}

Answer printed(bool canonical, bool folded) {
  return [=](const ptree& row) {
    Url url;
    if (!parse(input_of(row), url)) return std::string(kNoAnswer);
    if (canonical) canonicalize(url);
    if (folded) fold(url, fold_options(row));
    return print(url);
  };
}

std::string ipv4_answer(const ptree& row) {
  auto address = parse_ipv4(input_of(row));
  return address ? print_ipv4(*address) : kNoAnswer;
}

std::string massaged_host(const ptree& row) {
  std::string host = input_of(row);
  return host.erase(0, www_length(host));
}

std::string reversed_host(const ptree& row) {
  std::string text;
  append_reversed(input_of(row), option(row, "reverse_ipaddr", true), text);
  return text;
}

std::string surt_answer(const ptree& row) {
  SurtOptions options;
  options.with_scheme = option(row, "with_scheme", false);
  options.trailing_comma = option(row, "trailing_comma", false);
  options.reverse_ipv4 = option(row, "reverse_ipaddr", true);
  options.fold = fold_options(row);
  std::string input = input_of(row);
  std::string key;
  append_surt(input == kNoAnswer ? "" : input, options, key);
  return key;
}

Answer key_answer(UrlKeyKind kind) {
  return [kind](const ptree& row) {
    std::string input = input_of(row);
    std::string key;
    bool known = append_url_key(kind, input == kNoAnswer ? "" : input, key);
    return known ? key : kNoAnswer;
  };
}

std::string range_answer(const ptree& row) {
  auto type = match_type(row.get_child("options.args").begin()->second.data());
  auto range = search_range(UrlKeyKind::kSurt, input_of(row), type.value());
  return range ? range->first + " " + range->end : kNoAnswer;
}

// Of an object the parts that Url has; of an array its elements.
std::string expected_of(const ptree& row) {
  const ptree& expected = row.get_child("expected");
  if (expected.empty()) return expected.data();
  std::string text;
  if (expected.count("scheme") > 0) {
    for (const char* part :
         {"scheme", "host", "port", "path", "query", "fragment"}) {
      auto value = expected.get<std::string>(part);
      if (value == kNoAnswer) value = "";
      text += value + ' ';
    }
    return text;
  }
  for (const auto& [name, element] : expected) {
    text += (text.empty() ? "" : " ") + element.data();
  }
  return text;
}

std::string parts_answer(const ptree& row) {
  Url url;
  if (!parse(input_of(row), url)) return kNoAnswer;
  std::string text;
  for (const std::string& part :
       {url.scheme, url.host, std::to_string(url.port), url.path, url.query,
        url.fragment}) {
    text += part + ' ';
  }
  return text;
}

std::string default_port_answer(const ptree& row) {
  return std::to_string(default_port(input_of(row)));
}

const Answers& answers() {
  static const Answers table = {
      {"handyurl.parse.geturl", printed(false, false)},
      {"GoogleURLCanonicalizer.canonicalize", printed(true, false)},
      {"IAURLCanonicalizer.canonicalize", printed(false, true)},
      {"DefaultIAURLCanonicalizer.canonicalize", printed(true, true)},
      {"GoogleURLCanonicalizer.attemptIPFormats", ipv4_answer},
      {"GoogleURLCanonicalizer.unescapeRepeatedly",
       in_place(unescape_repeatedly)},
      {"IAURLCanonicalizer.alphaReorderQuery", in_place(sort_query)},
      {"IAURLCanonicalizer.massageHost", massaged_host},
      {"IAURLCanonicalizer.getDefaultPort", default_port_answer},
      {"URLRegexTransformer.stripPathSessionID",
       in_place(strip_path_session_id)},
      {"URLRegexTransformer.stripQuerySessionID",
       in_place(strip_query_session_id)},
      {"hostToSURT", reversed_host},
      {"URLRegexTransformer.hostToSURT", reversed_host},
      {"surt", surt_answer},
      {"canonicalize", key_answer(UrlKeyKind::kSurt)},
      {"unsurt", [](const ptree& row) { return unsurt(input_of(row)); }},
      {"calc_search_range", range_answer},
      {"WaybackURLKeyMaker.makeKey", key_answer(UrlKeyKind::kSurt)},
      {"BasicURLCanonicalizer.unescapeRepeatedly",
       in_place(unescape_repeatedly)},
      {"BasicURLCanonicalizer.attemptIPFormats", ipv4_answer},
      {"BasicURLCanonicalizer(canonicalize).getURLString",
       printed(true, false)},
      {"IAURLCanonicalizer(Aggressive).getURLString", printed(false, true)},
      {"AggressiveIAURLCanonicalizer.getURLString", printed(true, true)},
      {"URLParser.parse(fields)", parts_answer},
      {"AggressiveUrlCanonicalizer.urlStringToKey",
       key_answer(UrlKeyKind::kLegacy)},
  };
  return table;
}

void check(const std::string& name, const Exceptions& exceptions) {
  auto path = tests::shared_file("cases/" + name);
  if (!path) GTEST_SKIP() << tests::kNoShared;
  size_t checked = 0;
  for (const ptree& row : read_rows(*path)) {
    auto id = row.get<std::string>("id");
    std::string function = function_of(row);
    if (exceptions.count(id) > 0 || exceptions.count(function) > 0) continue;
    ASSERT_EQ(answers().count(function), 1u) << id << " " << function;
    EXPECT_EQ(answers().at(function)(row), expected_of(row))
        << id << " " << function << " " << input_of(row);
    ++checked;
  }
  EXPECT_GT(checked, 0u);
}

TEST(UrlCases, Surt) {
  check("url_surt_python.jsonl",
        {{"getPublicSuffix", "no part of a key; there is no suffix list here"},
         {"getPublicPrefix", "no part of a key; there is no suffix list here"},
         {"surt_python-164", "a caller's own rules; FoldOptions are closed"}});
}

TEST(UrlCases, Pywb) { check("url_pywb_canonicalize.jsonl", {}); }

TEST(UrlCases, WebarchiveCommons) {
  check("url_webarchive_commons.jsonl",
        {{"BasicURLCanonicalizer.decode", "one pass over UTF-8; ours is bytes"},
         {"OrdinaryIAURLCanonicalizer.getURLString", "keeps www and case"},
         {"URLParser.addDefaultSchemeIfNeeded", "part of parse here"},
         {"HandyURL.getPublicSuffix", "no part of a key"},
         {"HandyURL.getPublicPrefix", "no part of a key"},
         // Where surt says otherwise, it binds.
         {"webarchive_commons-111", "escapes that are no UTF-8 stay escapes"},
         {"webarchive_commons-117", "three numbers are no address"},
         {"webarchive_commons-151", "drops U+2028"},
         {"webarchive_commons-153", "drops U+2029"},
         {"webarchive_commons-169", "joins any number of dots"},
         {"webarchive_commons-170", "joins any number of dots"},
         {"webarchive_commons-172", "prints an empty host"}});
}

TEST(UrlCases, OpenWayback) {
  check("url_openwayback.jsonl",
        {{"SURTTokenizer.nextSearch sequence",
          "prefixes for its access rules, which keep www; not URL keys"}});
}

TEST(UrlCases, FiveImplementations) {
  auto path = tests::shared_file("cases/urlkey_five_implementations.jsonl");
  if (!path) GTEST_SKIP() << tests::kNoShared;
  for (const ptree& row : read_rows(*path)) {
    EXPECT_EQ(url_key(UrlKeyKind::kSurt, input_of(row)),
              row.get<std::string>("actual.surt"))
        << input_of(row);
  }
}

TEST(UrlCases, NutchWax) {
  auto path = tests::shared_file("cases/nutchwax/legacy-urlkey.tsv");
  if (!path) GTEST_SKIP() << tests::kNoShared;
  const std::set<std::string> later_wayback_differs = {
      "https://example.com:443/x", "ftp://example.com/x"};
  std::ifstream file(*path);
  for (std::string line; std::getline(file, line);) {
    std::string url = line.substr(0, line.find('\t'));
    std::string expected = line.substr(line.find('\t') + 1);
    if (later_wayback_differs.count(url) > 0) continue;
    std::string key;
    if (!append_url_key(UrlKeyKind::kLegacy, url, key)) key = "EXC";
    EXPECT_EQ(key, expected.substr(0, expected.find(" org."))) << url;
  }
}

}  // namespace
}  // namespace wax::cdx
