#include "cdx/files/merge_files.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "cdx/files/cdx_blocks.h"
#include "cdx/files/open_cdx.h"
#include "io/compress/gzip_source.h"

namespace wax::cdx {
namespace {

// The bytes that each compressed input may decompress at once.
size_t member_room(size_t inputs) {
  return std::clamp<size_t>((256U << 20) / std::max<size_t>(inputs, 1),
                            128 * 1024, io::kMemberRoom);
}

// The number of files that may be open, less some for other purposes.
size_t most_open_files() {
  constexpr size_t kOthers = 64;
  constexpr size_t kMost = 2048;
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return lines::kMergeFanIn;
  if (limit.rlim_cur < kMost + kOthers && limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, kMost + kOthers);
    (void)::setrlimit(RLIMIT_NOFILE, &limit);
    (void)::getrlimit(RLIMIT_NOFILE, &limit);
  }
  auto allowed = static_cast<size_t>(limit.rlim_cur);
  return std::clamp<size_t>(allowed, kOthers + 2, kMost + kOthers) - kOthers;
}

}  // namespace

MergedFiles merge_files(const std::vector<std::string>& paths,
                        const lines::MergeOptions& options,
                        const std::string& tmpdir) {
  SharedHeader header;
  size_t fan_in = most_open_files();
  size_t at_once = std::min(paths.size(), fan_in);
  size_t size = lines::merge_block_size(at_once);
  size_t room = member_room(at_once);
  auto open = [&](size_t i) -> std::unique_ptr<lines::BlockSource> {
    const std::string& path = paths[i];
    auto file = std::make_unique<CdxBlocks>(
        path == "-" ? "<stdin>" : path, open_bytes(path, size, 1, room), size);
    header.add(file->name(), file->header(), file->identity_line(),
               file->first());
    return file;
  };
  auto lines = lines::merge_blocks(paths.size(), open, fan_in, options, tmpdir);
  return {header.top(), std::move(lines)};
}

}  // namespace wax::cdx
