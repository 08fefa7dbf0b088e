// Candidates for a field of a page that says it in several places.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "document/page/json_ld.h"

namespace wax::document {

enum class PageField : uint8_t {
  kTitle,
  kDescription,
  kKeywords,
  kAuthor,
  kPublished,
  kModified,
  kSection,
  kImage,
  kCanonical,
  kLanguage,
  kGenerator,
  kRobots,
  kCount
};

inline constexpr size_t kLongestField = 4096;

// What the head of a page states, as it is written: the first of each.
struct PageHead {
  std::string title;  // of a title element, white space collapsed
  std::string description;
  std::string og_title;
  std::string og_description;
  std::string og_type;
  std::string published_time;
  JsonLd json_ld;
};

// Ranks of the sources of a field: the one with the lowest rank counts. From
// kInBody on, all of a rank must agree.
namespace field_rank {
inline constexpr uint8_t kStructured = 0;  // JSON-LD, before the head
inline constexpr uint8_t kFallback = 9;    // JSON-LD, after it
inline constexpr uint8_t kInBody = 10;
inline constexpr uint8_t kMicrodata = 10;
inline constexpr uint8_t kStatedTime = 11;
inline constexpr uint8_t kRelAuthor = 11;
inline constexpr uint8_t kAnyTime = 12;
}  // namespace field_rank

struct FieldName {
  std::string_view name;
  PageField field;  // kCount: none
  uint8_t rank;
  std::string PageHead::*head = nullptr;  // keeps it as it is written
};

// The field that a meta element of this name or property states; null when it
// states none. Names in any case of letters.
[[nodiscard]] const FieldName* find_meta_name(std::string_view name);
// Finds an item property of schema.org in the same way.
[[nodiscard]] const FieldName* find_item_property(std::string_view name);

// Candidates for the fields of one page. For one thread.
class FieldCandidates {
 public:
  // Adds a candidate. Dates are taken when iso_date() reads them, languages
  // when language_tag() does; other texts have their white space collapsed and
  // are cut to kLongestField bytes. Lists (keywords, authors, robots) get all
  // values of the lowest rank.
  void offer(PageField field, uint8_t rank, std::string_view value);

  // Chooses what counts; empty when there is none, or they disagree. Once a
  // field.
  [[nodiscard]] std::string choose(PageField field);

 private:
  struct Candidate {
    std::string text;
    uint8_t rank = UINT8_MAX;
    bool disagree = false;
  };

  std::array<Candidate, static_cast<size_t>(PageField::kCount)> best_;
};

// Appends a text with its white space collapsed, cut to kLongestField bytes.
void append_collapsed(std::string_view text, std::string& out);

}  // namespace wax::document
