// Searches a shard of an index with Lucene++ alone, and prints URL, title and
// dates of the documents that have all of the words.
//
//   lucene_search COLLECTION/pindexes/001 castles tower
#include <lucene++/LuceneHeaders.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <string>

namespace {

using Lucene::newLucene;
using Lucene::String;
using Lucene::StringUtils;

// The dates are in an index beside the main one, document by document.
Lucene::IndexReaderPtr open_shard(const std::string& shard) {
  auto joined = newLucene<Lucene::ParallelReader>();
  for (const char* name : {"/dates", "/main"}) {
    String path = StringUtils::toUnicode(shard + name);
    joined->add(
        Lucene::IndexReader::open(Lucene::FSDirectory::open(path), true));
  }
  return joined;
}

// Words of a page's main content are in the field `main`, others in `content`.
Lucene::QueryPtr query_of(const std::set<std::string>& words) {
  auto all = newLucene<Lucene::BooleanQuery>();
  for (const std::string& word : words) {
    String text = StringUtils::toLower(StringUtils::toUnicode(word));
    auto either = newLucene<Lucene::BooleanQuery>();
    for (const wchar_t* field : {L"content", L"main"}) {
      either->add(newLucene<Lucene::TermQuery>(
                      newLucene<Lucene::Term>(String(field), text)),
                  Lucene::BooleanClause::SHOULD);
    }
    all->add(either, Lucene::BooleanClause::MUST);
  }
  return all;
}

void print(const Lucene::DocumentPtr& document) {
  std::cout << StringUtils::toUTF8(document->get(L"url")) << '\t'
            << StringUtils::toUTF8(document->get(L"title"));
  // Both indexes store dates; a set has each once.
  std::set<std::string> dates;
  Lucene::Collection<String> values = document->getValues(L"date");
  for (const String& value : values) dates.insert(StringUtils::toUTF8(value));
  char before = '\t';
  for (const std::string& date : dates) {
    std::cout << before << date;
    before = ',';
  }
  std::cout << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: lucene_search SHARD WORD...\n";
    return 2;
  }
  try {
    Lucene::IndexReaderPtr shard = open_shard(argv[1]);
    auto searcher = newLucene<Lucene::IndexSearcher>(shard);
    Lucene::TopDocsPtr hits = searcher->search(
        query_of({argv + 2, argv + argc}), std::max(shard->maxDoc(), 1));
    Lucene::Collection<Lucene::ScoreDocPtr> found = hits->scoreDocs;
    for (const Lucene::ScoreDocPtr& hit : found) {
      print(searcher->doc(hit->doc));
    }
  } catch (const Lucene::LuceneException& error) {
    std::cerr << "lucene_search: " << StringUtils::toUTF8(error.getError())
              << '\n';
    return 2;
  }
}
