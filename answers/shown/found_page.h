// What the full text has of a page, as people are shown it. Any number of
// threads may call what is declared here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/store/index_reader.h"

namespace wax::answers {

// Members that the index lacks, or that should be numbers and are not, are
// empty.
struct FoundPage {
  std::string url;
  std::string title;
  std::string site;
  std::string type;
  bool is_image = false;
  std::string lang;
  std::optional<uint64_t> status = {};
  std::string digest;
  std::optional<uint64_t> length = {};
  std::string filename;
  std::optional<uint64_t> offset = {};
  std::vector<std::string> dates;  // of its captures, in order
  // What a page says of an image, and this page.
  std::string alternative = {};
  struct ShownBy {
    std::string url = {};   // empty: no page is known
    std::string date = {};  // of its capture, 14 digits
    std::string urlkey = {};
    std::string digest = {};
    std::string title = {};  // if add_titles_of_pages() has found one
  };
  ShownBy shown_by = {};

  [[nodiscard]] std::string_view first_date() const {
    return dates.empty() ? std::string_view() : std::string_view(dates.front());
  }
};

[[nodiscard]] FoundPage found_page(const index::StoredDocument& document);

// The stored fields that found_page() takes, but for texts of images.
[[nodiscard]] std::vector<std::string> fields_of_found_page();

// What people are shown of a media type: "PDF"; the type itself if it has no
// such name.
[[nodiscard]] std::string_view type_name(std::string_view type);

// Dates of captures as people read them.
struct ShownDate {
  std::string day;   // "5 Nov 2006"
  std::string time;  // "10:00:00"
  std::string iso;   // "2006-11-05T10:00:00Z"
};

// Empty texts for what is no date of 14 digits.
[[nodiscard]] ShownDate shown_date(std::string_view date);

}  // namespace wax::answers
