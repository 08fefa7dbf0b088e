// Whether lines are those of CDX files or lists of captures: sorting and
// merging take any text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "lines/line_stream.h"

namespace wax::cdx {

// Looks at the first 10,000 lines.
class LineLook {
 public:
  void see(std::string_view line);
  // "is no CDX: ...", when most lines have no date (4 to 17 digits, or "-") in
  // their second to fourth field; else empty.
  [[nodiscard]] std::string fault() const;

 private:
  uint64_t seen_ = 0;
  uint64_t dated_ = 0;
};

// The same lines; `look` sees them, and outlives the stream.
class LookedAtLines final : public lines::LineStream {
 public:
  LookedAtLines(std::unique_ptr<lines::LineStream> lines, LineLook& look)
      : lines_(std::move(lines)), look_(look) {}
  bool next(std::string_view& line) override {
    if (!lines_->next(line)) return false;
    look_.see(line);
    return true;
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  LineLook& look_;
};

}  // namespace wax::cdx
