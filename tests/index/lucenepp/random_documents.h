// Random documents, and indexes of them.
#pragma once

#include <gtest/gtest.h>
// The others need the first.
// clang-format off
#include <lucene++/LuceneHeaders.h>
#include <lucene++/CheckIndex.h>
// clang-format on

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "index/lucenepp/directory.h"
#include "index/schema/main_ranges.h"
#include "index/writer/index_writer.h"
#include "tests/index/lucenepp/reference_index.h"
#include "tests/support/seed.h"
#include "text/utf8.h"

namespace wax::index {

using TestDocuments = std::vector<TestDocument>;

class RandomDocuments {
 public:
  // `odd`: also characters that Lucene in Java orders in another way.
  RandomDocuments(unsigned seed, bool odd) : random_(seed), odd_(odd) {}

  TestDocuments make(size_t count) {
    TestDocuments documents(count);
    for (TestDocument& document : documents) fill(document);
    return documents;
  }

 private:
  size_t below(size_t n) { return random_() % n; }

  char32_t character() {
    // Letters of many scripts, marks, joiners, Chinese, Thai, symbols.
    static constexpr std::pair<char32_t, char32_t> kRanges[] = {
        {U'a', U'z'},       {U'a', U'e'},       {U'A', U'Z'},
        {U'0', U'9'},       {0xC0, 0x17F},      {0x300, 0x303},
        {0x3B1, 0x3C9},     {0x4E00, 0x4E10},   {0x3041, 0x3060},
        {0xE01, 0xE10},     {0x200C, 0x200D},   {U' ', U'/'},
        {0x10400, 0x10410}, {0x20000, 0x20008}, {0x1F600, 0x1F60F},
    };
    static constexpr std::pair<char32_t, char32_t> kOdd[] = {
        {0xE000, 0xE004}, {0xF900, 0xF908}, {0xFF21, 0xFF5A},
        {0xFFFC, 0xFFFF}, {0xD7F0, 0xDFFF}, {0x1FFFE, 0x1FFFF},
        {0, 2},
    };
    auto [first, last] = odd_ && below(12) == 0
                             ? kOdd[below(std::size(kOdd))]
                             : kRanges[below(std::size(kRanges))];
    return first + static_cast<char32_t>(below(last - first + 1));
  }

  std::string word() {
    std::string text;
    if (below(3) > 0) {  // one of a few thousand
      text = "w" + std::to_string(below(below(20) == 0 ? 3000 : 50));
    } else {
      for (size_t n = 1 + below(5); n > 0; --n) {
        wax::text::append_utf8(character(), text);
      }
      if (below(40) == 0) text += std::string(below(100), 'x');
      if (odd_ && below(20) == 0) text += static_cast<char>(0x80 + below(128));
    }
    return text;
  }

  std::string words(size_t count) {
    std::string text;
    for (; count > 0; --count) text += word() + ' ';
    return text;
  }

  std::string date() {
    return std::to_string(20000101000000 + below(40) * 1000000 + below(4));
  }

  void fill(TestDocument& document) {
    auto maybe = [&](std::string_view field, std::string value) {
      if (below(5) > 0) document.emplace_back(field, std::move(value));
    };
    maybe("urlkey", "com,x)/" + word());
    maybe("digest", "sha1:" + word());
    maybe("url", "http://x.com/" + words(below(4)));
    maybe("site", word());
    maybe("host", below(9) == 0 ? "" : word());
    maybe("title", below(9) == 0 ? "" : words(below(10)));
    if (below(8) == 0) maybe("title", words(below(4)));
    std::vector<std::string> dates;
    for (size_t n = below(6); n > 0; --n) dates.push_back(date());
    std::sort(dates.begin(), dates.end());
    for (std::string& one : dates) document.emplace_back("date", one);
    if (below(20) == 0) maybe("date", word());
    maybe("type", below(9) == 0 ? "" : "text/" + word());
    maybe("status", std::to_string(200 + below(3)));
    if (below(30) == 0) maybe("filename", std::string(16380 + below(8), 'y'));
    maybe("length", std::to_string(random_()));
    maybe("description", word());
    size_t begin = below(90);
    size_t end = begin + 1 + below(90);
    maybe("main_ranges", std::to_string(begin) + '-' + std::to_string(end) +
                             (below(2) > 0 ? "" : " 400-500"));
    maybe("content", words(below(20) == 0 ? below(3000) : below(60)));
  }

  std::mt19937 random_;
  bool odd_;
};

inline void write_ours(const std::string& path, const TestDocuments& documents,
                       const WriterOptions& options) {
  IndexWriter writer(path, options);
  std::vector<FieldValue> values;
  for (const TestDocument& document : documents) {
    values.clear();
    std::vector<TextRange> main;
    for (const auto& [name, value] : document) {
      if (name == "main_ranges") {
        main = parse_main_ranges(value);
      } else {
        values.push_back({name, value});
      }
    }
    writer.add(values, main);
  }
  writer.finish();
}

inline void expect_clean(const std::string& path) {
  auto directory = Lucene::newLucene<Directory>(path, nullptr);
  auto check = Lucene::newLucene<Lucene::CheckIndex>(directory);
  EXPECT_TRUE(check->checkIndex()->clean);
}

}  // namespace wax::index
