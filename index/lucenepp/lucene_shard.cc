#include "index/lucenepp/lucene_shard.h"

#include <utility>

#include "index/lucenepp/stored_fields_check.h"

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
  const Lucene::IndexReaderPtr& main = shard->columns.back().reader;
  if (paths.size() > 1 && main->hasDeletions()) {
    throw UsageError(
        paths.back() +
        ": Lucene++ does not read parallel indexes of an index from which "
        "documents were deleted");
  }
  shard->documents = main->maxDoc();
  shard->guard([&] {
    auto joined = Lucene::newLucene<Lucene::ParallelReader>();
    for (size_t i = 0; i < shard->columns.size(); ++i) {
      const Lucene::IndexReaderPtr& reader = shard->columns[i].reader;
      joined->add(reader);
      Lucene::HashSet<String> names =
          reader->getFieldNames(Lucene::IndexReader::FIELD_OPTION_ALL);
      for (const String& name : names) shard->owners.emplace(utf8_of(name), i);
    }
    shard->joined = joined;
  });
  return shard;
}

}  // namespace wax::index
