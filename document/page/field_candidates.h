// Candidates for a field of a page that says it in several places; dates.
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

  // Chooses the value that counts; empty if there are no values, or they
  // disagree. Call it once for each field.
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

// Finds the first name in a text in the form of English bylines: "By Ann
// Lee", "Written by:" and the name in the next line, "3 May 2016 by Ann de la
// Cruz, MD". A name is two to four words that begin with capitals, with
// particles between them. Empty if the text has no such name. The text has its
// white space collapsed.
[[nodiscard]] std::string find_byline(std::string_view text);

// The date in ISO 8601, as precise as it is written: "2016", "2016-03",
// "2016-03-01", or with a time: "2016-03-01T09:30:00", and "Z" or "+01:00"
// after it where the zone is given. Empty when the text is no date, or means
// several.
//
// Read are ISO 8601 ("2016-03-01 9:30", "20160301T093000Z"), the dates of mail,
// HTTP and JavaScript ("Tue, 1 Mar 2016 09:30:00 GMT"), English dates with the
// name of the month ("March 1st, 2016", "1 Mar 2016 at 9:30 am"), numbers that
// can mean one date only ("2016/3/1", "31/03/2016", "1.3.2016"), and seconds or
// milliseconds since 1970. The years are 1000 to 2999. 1970-01-01 does not
// count as a date: programs write it for no date.
[[nodiscard]] std::string iso_date(std::string_view text);

// Finds the first day in a text ("By Ann. Updated 1 March 2016"), and writes it
// as iso_date() does; empty if the text has no day.
[[nodiscard]] std::string find_date(std::string_view text);

}  // namespace wax::document
