#include "index/store/lucene_shard.h"

#include <utility>

#include "index/store/stored_fields_check.h"

namespace wax::index {

std::shared_ptr<LuceneShard> open_lucene_shard(
    const std::vector<std::string>& paths,
    const std::vector<std::shared_ptr<const Manifest>>& manifests) {
  auto shard = std::make_shared<LuceneShard>();
  for (size_t i = 0; i < paths.size(); ++i) {
    LuceneColumn column{
        paths[i], Lucene::newLucene<Directory>(paths[i], manifests[i]), {}};
    if (manifests[i] == nullptr) check_stored_fields(column.directory);
    guarded(column.directory, [&] {
      column.reader = Lucene::IndexReader::open(column.directory, true);
    });
    shard->columns.push_back(std::move(column));
  }
  shard->documents = shard->columns.back().reader->maxDoc();
  shard->guard([&] {
    auto joined = Lucene::newLucene<Lucene::ParallelReader>();
    for (size_t i = 0; i < shard->columns.size(); ++i) {
      const Lucene::IndexReaderPtr& reader = shard->columns[i].reader;
      joined->add(reader);
      Lucene::HashSet<String> names =
          reader->getFieldNames(Lucene::IndexReader::FIELD_OPTION_ALL);
      for (const String& name : names) shard->owners.emplace(narrow(name), i);
    }
    shard->joined = joined;
  });
  return shard;
}

}  // namespace wax::index
