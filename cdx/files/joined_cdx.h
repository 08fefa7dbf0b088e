// Reads CDX files one after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/cdx_lines.h"

namespace wax::cdx {

// The lines of one CDX file after another, without headers and identities.
// These must agree, and the kinds of the URL keys too (SharedHeader).
class JoinedCdx final : public lines::LineStream {
 public:
  // "-" is standard input. Reads the beginning of each file, so that the common
  // header is known. Only pipes and the first file stay open until their turn.
  // Throws what open_cdx() and SharedHeader do.
  explicit JoinedCdx(std::vector<std::string> paths,
                     KeyKinds kinds = KeyKinds::kOne);

  // Throws UsageError for a URL key of another kind: the keys of each file are
  // checked until one tells its kind.
  [[nodiscard]] bool next(std::string_view& line) override;
  // What the files have on top.
  [[nodiscard]] const SharedHeader& header() const { return header_; }
  // Lines so far.
  [[nodiscard]] uint64_t count() const { return count_; }

  // For reading file by file: the lines of the open file (at first there is
  // none), and opening the next file; false after the last one.
  [[nodiscard]] bool next_of_file(std::string_view& line);
  [[nodiscard]] bool open_next();
  [[nodiscard]] const CdxLines& file() const { return *file_; }

 private:
  std::vector<std::string> paths_;
  std::vector<std::unique_ptr<CdxLines>> open_;  // by path; those kept open
  size_t next_path_ = 0;
  std::unique_ptr<CdxLines> file_;
  bool kind_known_ = false;  // of the file's keys
  SharedHeader header_;
  uint64_t count_ = 0;
};

}  // namespace wax::cdx
