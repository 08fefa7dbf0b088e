#include "index/store/other_records.h"

#include <algorithm>
#include <array>
#include <string>

#include "index/store/block_cursor.h"
#include "index/store/limits.h"
#include "index/store/reader_state.h"
#include "text/ascii.h"

namespace wax::index {
namespace {

constexpr std::array<std::string_view, 6> kSchemes = {
    "dns:", "filedesc:", "metadata:", "urn:", "warcinfo:", "whois:"};

std::vector<uint64_t> look_up(const Shard& shard) {
  std::vector<uint64_t> bits;
  const IndexDirectory* index = shard.owner("exacturl");
  if (index == nullptr) return bits;
  for (std::string_view scheme : kSchemes) {
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

bool is_of_other_record(std::string_view url) {
  return std::any_of(
      kSchemes.begin(), kSchemes.end(), [url](std::string_view scheme) {
        return text::equal_ignoring_case(url.substr(0, scheme.size()), scheme);
      });
}

const std::vector<uint64_t>& OtherRecords::of(const Shard& shard) {
  std::call_once(found_, [&] { bits_ = look_up(shard); });
  return bits_;
}

}  // namespace wax::index
