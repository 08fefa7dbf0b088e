// The fields of a CDX or CDXJ line that de-duplication needs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cdx/format/cdx_lines.h"
#include "cdx/format/legend.h"
#include "cdx/url/url_key.h"

namespace wax::cdx {

// Views that hold until the next parse() and as long as the line.
struct CaptureFields {
  std::string_view urlkey;
  std::string_view date;    // 14 digits
  std::string_view digest;  // as written; "-" when there is none
  // The mime type is warc/revisit, or the file of a CDX-9 line is "-", which
  // is how Wayback 1.x wrote a revisit.
  bool revisit = false;
};

// Values of top-level members of a JSON object. Escapes are undone; a value
// that is no string is given as it is written; missing members are left alone.
struct JsonMember {
  std::string_view name;
  std::string_view value = {};
  std::string unescaped = {};
};
// False when the text is no JSON object as far as it was read: reading ends
// when all members are found.
bool find_members(std::string_view json, JsonMember* members, size_t count);

class CaptureParser {
 public:
  // Knows the columns by the file's header, else by its first line: CDXJ, or
  // 7, 9, 10, 11 or 14 fields. Where there is no column N (massaged URL) or A
  // (canonized URL), as in wget's files, the key is made of `a` by the rules of
  // `kind`. Throws LineError when the columns are not known or lack a date or a
  // digest.
  CaptureParser(const CdxLines& file, UrlKeyKind kind);

  enum class Line {
    kCapture,
    kNote,    // empty, or a CDXJ line of "!meta" or "!context"
    kNoDate,  // all of a capture but a 14-digit date; the fields are set
    kBad      // too few fields, no key, broken JSON
  };
  [[nodiscard]] Line parse(std::string_view line, CaptureFields& fields);
  // What is wrong with a line that was kBad or kNoDate, in a few words.
  [[nodiscard]] std::string_view problem() const { return problem_; }

  // Whether the lines of a sorted file are ordered by key.
  [[nodiscard]] bool ordered_by_key() const { return key_ == 0; }

 private:
  static constexpr int kMostColumns = 32;

  [[nodiscard]] Line parse_json(std::string_view line, CaptureFields& fields);
  [[nodiscard]] Line checked(const CaptureFields& fields);
  [[nodiscard]] Line bad(std::string_view problem);

  bool json_ = false;
  UrlKeyKind kind_;
  char delimiter_ = ' ';
  int columns_ = 0;  // so many are looked at
  int key_ = 0;
  int url_ = -1;  // makes the key when key_ is -1
  int date_ = 1;
  int digest_ = -1;
  int mime_ = -1;
  int file_ = -1;  // only where "-" there means a revisit
  std::string made_key_;
  std::string_view problem_;  // of static storage
  JsonMember members_[2] = {{"digest"}, {"mime"}};
};

}  // namespace wax::cdx
