// What pages say of the images that they show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::collection {

// What the pages of some segments say of the images that they show, by the
// position of the images in all segments. Memory is bounded by `sort`.
class ImageTexts {
 public:
  // Finds none, and reads nothing, without `any_image`. The list of segments
  // must outlive this. Throws IoError, FormatError.
  ImageTexts(const std::vector<std::string>& segments, bool any_image,
             lines::SortOptions sort);

  // Those of the image at `position`, one on each line. Positions must ascend.
  [[nodiscard]] std::string take(uint64_t position);

 private:
  void advance();

  std::unique_ptr<lines::LineStream> by_position_;
  std::string_view line_;
  bool has_line_ = false;
};

}  // namespace wax::collection
