// Which rendered texts belong to which version of a page.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lines/kept_lines.h"
#include "lines/line_stream.h"
#include "lines/sort.h"

namespace wax::collection {

// A rendered text of a version.
struct TextOfVersion {
  uint64_t position = 0;  // of its document, through all segments
  std::string page_date;  // of the capture that it shows, 14 digits
};

// Joins texts of pages (is_page_text()) to captures by URL key and date, as
// capture_of_text() says. First add() every version in byte order of versions,
// then take() the texts in order of positions. Memory: that of the options; and
// the captures of one URL that has texts, some 100 bytes each.
class RenderedTexts {
 public:
  // The texts of the first `own` segments are looked for, if there is any one
  // at the first add(). Both must outlive this.
  RenderedTexts(const std::vector<std::string>& segments, size_t own,
                const bool& any, lines::SortOptions sort);
  ~RenderedTexts();
  RenderedTexts(const RenderedTexts&) = delete;
  RenderedTexts& operator=(const RenderedTexts&) = delete;

  // A version, as index::append_version() writes it, and the position of its
  // document. The first call reads the keys of the segments.
  void add(std::string_view version, uint64_t position);
  // The texts of the document at a position, earliest first.
  [[nodiscard]] std::vector<TextOfVersion> take(uint64_t position);

  // After the last add(): texts that were found, and those that belong to no
  // version because the URL has no capture of their time.
  [[nodiscard]] uint64_t texts() const;
  [[nodiscard]] uint64_t without_page() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wax::collection
