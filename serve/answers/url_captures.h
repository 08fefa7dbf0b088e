// The captures of one URL. One thread at a time uses an object.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/line_fields.h"
#include "cdx/lookup/range_merger.h"
#include "serve/answers/scope.h"
#include "serve/answers/url_capture.h"

namespace wax::serve {

// In order of dates, and of whole lines. Lines that are no captures are
// reported and left out. Memory: that of the files. Throws UsageError for a URL
// without key, and what reading of the files throws.
class UrlCaptures {
 public:
  UrlCaptures(const Scope& scope, std::string_view url);

  [[nodiscard]] bool next(UrlCapture& capture);
  [[nodiscard]] const std::string& urlkey() const { return urlkey_; }

 private:
  Scope scope_;
  std::string urlkey_;
  Searchables files_;
  std::vector<cdx::LineFields> fields_;
  std::optional<cdx::RangeMerger> lines_;
};

}  // namespace wax::serve
