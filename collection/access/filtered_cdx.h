// CDX files of which some lines are left out.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "cdx/files/searchable.h"
#include "cdx/url/url_key.h"
#include "collection/access/access_rules.h"

namespace wax::collection {

// Says which lines of a file are kept. The lines come in byte order or, in a
// stream that is read from its end, in the reverse of it.
class LineFilter {
 public:
  virtual ~LineFilter() = default;
  [[nodiscard]] virtual bool keeps(std::string_view line) = 0;
};

// A filter for one stream of lines of a file.
using MakeLineFilter =
    std::function<std::unique_ptr<LineFilter>(cdx::Searchable& file)>;

// Whether what the filter leaves out of a range must leave no trace.
using IsSecret = std::function<bool(const cdx::SearchRange& range)>;

// The file without the lines that its filters do not keep. The lines of its
// head() and keys() are not filtered, which tell columns and kinds of keys; nor
// are blocks(). parts() are those of the whole file, but where `is_secret`
// holds those of the lines that are kept, which are read for that; with it, the
// file has no blocks.
[[nodiscard]] std::unique_ptr<cdx::Searchable> filtered_cdx(
    std::unique_ptr<cdx::Searchable> file, MakeLineFilter make_filter,
    IsSecret is_secret = nullptr);

// Keeps captures of which more is seen than of those with visibility `from`; no
// other lines, as nothing can be decided about them. `kind` is that of the
// file's keys; a file without a column of keys has keys of this kind.
[[nodiscard]] MakeLineFilter without_unseen(
    std::shared_ptr<const AccessRules> rules, cdx::UrlKeyKind kind,
    Visibility from);
// Whether rules may fit captures in a range of such keys.
[[nodiscard]] IsSecret ruled_ranges(std::shared_ptr<const AccessRules> rules,
                                    cdx::UrlKeyKind kind);

}  // namespace wax::collection
