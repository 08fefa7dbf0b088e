#include "index/lucenepp/lucene_engine.h"

// clang-format off
#include <lucene++/LuceneHeaders.h>
#include <lucene++/CheckIndex.h>
#include <lucene++/InfoStream.h>
// clang-format on

#include <memory>

#include "index/lucenepp/directory.h"
#include "index/store/manifest.h"

namespace wax::index {

std::string lucene_check(const std::string& path) {
  std::shared_ptr<const Manifest> manifest;
  if (has_manifest(path)) {
    manifest = std::make_shared<Manifest>(read_manifest(path));
  }
  auto directory = Lucene::newLucene<Directory>(path, manifest);
  return guarded(directory, [&]() -> std::string {
    auto check = Lucene::newLucene<Lucene::CheckIndex>(directory);
    Lucene::IndexStatusPtr status = check->checkIndex();
    directory->rethrow();
    if (status->clean) return {};
    const std::string by = "Lucene++'s CheckIndex: ";
    if (status->missingSegments) {
      return by + "the list of segments cannot be read";
    }
    return by + std::to_string(status->numBadSegments) +
           " segments are damaged, with " +
           std::to_string(status->totLoseDocCount) + " documents";
  });
}

}  // namespace wax::index
