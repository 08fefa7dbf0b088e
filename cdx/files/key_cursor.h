// Reads a sorted CDX file from its beginning to its end, key by key.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/cdx_lines.h"
#include "cdx/format/line_fields.h"
#include "cdx/url/url_key.h"
#include "io/problem.h"

namespace wax::cdx {

// For one thread.
class KeyCursor {
 public:
  // `path` as open_cdx() takes it; `names` as LineFields does, of which the
  // first is "urlkey"; those of `optional` follow, which are "-" in a file
  // without them. `problems` outlives it. Reads the first capture. Throws
  // what these do, and UsageError for keys that are clearly not of that kind.
  KeyCursor(const std::string& path, const std::vector<std::string>& names,
            UrlKeyKind kind, ProblemSink& problems,
            const std::vector<std::string>& optional = {});

  // Calls `use` with each capture of a key that is not less than the one
  // before, in order. Lines that are no captures are reported ("cdx-bad-line").
  // Throws LineError for a key that is less than the one before it in the file,
  // UsageError as the constructor, and what `use` throws.
  void each_of(std::string_view key,
               const std::function<void(const LineFields& fields)>& use);

  // Calls `use` with each capture that is left. Throws what each_of() does.
  void each(const std::function<void(const LineFields& fields)>& use);

  // Reads what is left, so that a line out of order is found wherever it is.
  // Throws what each_of() does.
  void read_rest();

 private:
  void next();

  std::unique_ptr<CdxLines> lines_;
  UrlKeyKind kind_;
  ProblemSink& problems_;
  LineFields fields_;
  std::string key_;  // of the line at hand
  bool at_end_ = false;
};

}  // namespace wax::cdx
