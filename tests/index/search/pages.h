// Small indexes, and which of their documents a query finds.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "index/query/query.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"
#include "index/writer/index_writer.h"

namespace wax::index {

struct Page {
  std::vector<std::string> title;
  std::vector<std::string> content;
  std::set<std::string> dates;
  std::string type;
};

inline std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + ' ';
  return text;
}

inline void write_index(const std::string& path,
                        const std::vector<Page>& pages) {
  IndexWriter writer(path, {});
  for (const Page& page : pages) {
    std::string title = joined(page.title);
    std::string content = joined(page.content);
    std::vector<FieldValue> values = {
        {"title", title}, {"content", content}, {"type", page.type}};
    for (const std::string& date : page.dates) values.push_back({"date", date});
    writer.add(values);
  }
  writer.finish();
}

inline std::vector<uint64_t> found(const IndexReader& reader,
                                   const std::string& query) {
  Hits hits = Searcher(reader).search(parse_query(query), 0, 1000000);
  EXPECT_EQ(hits.total, hits.best.size());
  std::vector<uint64_t> documents;
  for (const Hit& hit : hits.best) documents.push_back(hit.document);
  std::sort(documents.begin(), documents.end());
  return documents;
}

inline Page page_with(std::set<std::string> dates) {
  return {{}, {"word"}, std::move(dates), "text/html"};
}

}  // namespace wax::index
