// CDX files that are read one after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/cdx_lines.h"

namespace wax::cdx {

// The lines of one CDX file after another, without their headers, which must
// agree, as must the kinds of their keys: of each file, lines are looked at
// until one tells it.
class JoinedCdx final : public lines::LineStream {
 public:
  explicit JoinedCdx(std::vector<std::string> paths);
  [[nodiscard]] bool next(std::string_view& line) override;
  // Known for sure when next() has said that there are no more lines.
  [[nodiscard]] const std::string& header() const { return header_.text(); }
  // Lines so far.
  [[nodiscard]] uint64_t count() const { return count_; }

 private:
  std::vector<std::string> paths_;
  size_t next_path_ = 0;
  std::unique_ptr<CdxLines> file_;
  bool kind_known_ = false;  // of the file's keys
  SharedHeader header_;
  uint64_t count_ = 0;
};

}  // namespace wax::cdx
