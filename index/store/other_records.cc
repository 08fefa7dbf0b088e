#include "index/store/other_records.h"

#include <string>
#include <string_view>
#include <utility>

#include "cdx/url/url.h"
#include "index/store/block_cursor.h"
#include "index/store/limits.h"
#include "index/store/reader_state.h"
#include "io/error.h"
#include "io/lost_files.h"
#include "text/ascii.h"

namespace wax::index {
namespace {

std::vector<uint64_t> look_up(const Shard& shard) {
  std::vector<uint64_t> bits;
  const IndexDirectory* index = shard.owner("exacturl");
  if (index == nullptr) return bits;
  for (std::string_view scheme : cdx::kOtherSchemes) {
    index->each_term("exacturl", scheme,
                     [&](const std::string& term, const TermSource& source) {
                       if (!term.starts_with(scheme)) return false;
                       if (bits.empty()) {
                         bits.resize((uint64_t{shard.documents} + kWindow - 1) /
                                     kWindow * (kWindow / 64));
                       }
                       TermCursor cursor({source});
                       for (; cursor.document() != kNoDocument; cursor.next()) {
                         uint32_t document = cursor.document();
                         bits[document / 64] |= uint64_t{1} << document % 64;
                       }
                       return true;
                     });
  }
  return bits;
}

}  // namespace

const std::vector<uint64_t>& OtherRecords::of(const Shard& shard) {
  std::call_once(found_, [&] {
    const uint64_t lost = io::lost_files();
    std::vector<uint64_t> bits = look_up(shard);
    if (io::lost_files() != lost) {
      throw IoError(shard.path, "a file was lost while it was read");
    }
    bits_ = std::move(bits);
  });
  return bits_;
}

}  // namespace wax::index
