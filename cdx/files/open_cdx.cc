#include "cdx/files/open_cdx.h"

#include <utility>

#include "cdx/files/zipnum_source.h"
#include "io/ordered_pool.h"

namespace wax::cdx {

std::unique_ptr<io::ByteSource> open_bytes(const std::string& path,
                                           size_t block, uint64_t jobs,
                                           size_t room) {
  unsigned threads = io::thread_count(jobs);
  if (auto zipnum = zipnum_source(path, threads)) return zipnum;
  std::unique_ptr<io::FileSource> file = io::open_file(path, block);
  if (!io::is_gzip(file->peek(2))) return file;
  return io::gzip_source(std::move(file), threads, room);
}

std::unique_ptr<lines::LineStream> open_lines(const std::string& path) {
  return lines::lines_of(open_bytes(path));
}

std::unique_ptr<CdxLines> open_cdx(const std::string& path) {
  return std::make_unique<CdxLines>(path == "-" ? "<stdin>" : path,
                                    open_lines(path));
}

}  // namespace wax::cdx
