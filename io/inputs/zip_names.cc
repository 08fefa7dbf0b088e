#include "io/inputs/zip_names.h"

#include <list>
#include <mutex>
#include <utility>

namespace wax::io {
namespace {

struct KnownZip {
  std::string path;
  int64_t time = 0;
  uint64_t size = 0;
  std::shared_ptr<const ZipNames> names;
};

struct KnownZips {
  static constexpr size_t kMost = 8;

  std::mutex mutex;  // guards last_used
  std::list<KnownZip> last_used;
};

KnownZips& known_zips() {
  static KnownZips known;
  return known;
}

}  // namespace

std::shared_ptr<const ZipNames> zip_names(FileSource& zip,
                                          std::string_view path, int64_t time) {
  uint64_t size = 0;
  if (!zip.size(size)) size = 0;
  KnownZips& known = known_zips();
  {
    std::lock_guard guard(known.mutex);
    for (auto it = known.last_used.begin(); it != known.last_used.end(); ++it) {
      if (it->path != path) continue;
      if (it->time != time || it->size != size) {
        known.last_used.erase(it);
        break;
      }
      known.last_used.splice(known.last_used.begin(), known.last_used, it);
      return it->names;
    }
  }
  auto names = std::make_shared<ZipNames>();
  for (ZipEntry& entry : read_zip_directory(zip)) {
    std::string name = entry.name;
    names->emplace(std::move(name), std::move(entry));
  }
  std::lock_guard guard(known.mutex);
  known.last_used.push_front({std::string(path), time, size, names});
  if (known.last_used.size() > KnownZips::kMost) known.last_used.pop_back();
  return names;
}

}  // namespace wax::io
