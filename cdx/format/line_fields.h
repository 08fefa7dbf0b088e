// The fields of capture lines, asked for by name, whatever the file's columns
// are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/cdx_lines.h"
#include "cdx/format/legend.h"
#include "cdx/url/url_key.h"
#include "text/json.h"

namespace wax::cdx {

// What a name stands for. A field may have both.
struct FieldName {
  char letter = '\0';  // of a legend; none for keys that only CDXJ has
  std::string key;     // of CDXJ; "urlkey" and "timestamp" stand before it
};

// A letter ("m"), a name by which CDX servers call a field (urlkey, timestamp
// date, url original, mime mimetype, status statuscode, digest, redirect,
// robotflags meta, length, offset, filename, ip, recordid, orig.length,
// orig.offset, orig.filename), or any other CDXJ key.
[[nodiscard]] FieldName field_name(std::string_view name);

// The CDXJ key of a letter ("mime" for 'm'); empty when there is none.
[[nodiscard]] std::string_view key_of_letter(char letter);

// The letter of a CDXJ key by any of its names; '\0' when there is none.
[[nodiscard]] char letter_of_key(std::string_view key);

// What the lines of one file are.
struct LineFormat {
  bool json = false;
  Legend legend;  // unless json

  // By the file's header, else by its first line; a file without lines is
  // CDXJ. Throws LineError when the columns are not known.
  [[nodiscard]] static LineFormat of(const CdxLines& file);
  // "N urlkey, b timestamp, ...": what can be asked for.
  [[nodiscard]] std::string known_fields() const;
};

// Reads some fields of line after line. No memory is allocated per line.
class LineFields {
 public:
  // `names` as field_name() takes them; "a.b" is also member b of the object
  // that is member a of CDXJ. Where a file has no column of keys, as
  // wget's, the key is made of the URL by the rules of `kind`.
  explicit LineFields(const std::vector<std::string>& names,
                      UrlKeyKind kind = UrlKeyKind::kSurt);

  // From now on, what a file's legend lacks is "-" in all its lines.
  void allow_missing() { missing_allowed_ = true; }

  // The lines that follow are of this file. Throws LineError as
  // LineFormat::of() does, and UsageError for a field that the file's legend
  // lacks, with the ones that it has. (Any field may be missing from CDXJ.)
  void begin(const CdxLines& file);
  // The same of lines that have this format; the name of the file is for
  // messages.
  void begin(LineFormat format, const std::string& file);

  [[nodiscard]] const LineFormat& format() const { return format_; }

  enum class Line {
    kCapture,
    kNote,  // empty, or a CDXJ line of "!meta" or "!context"
    kBad    // too few fields or broken JSON
  };
  [[nodiscard]] Line read(std::string_view line);

  // Of the line read last, in the order of the names; holds until the next
  // read() and as long as the line. A value that is missing or empty is "-".
  // JSON strings are unescaped, other JSON values as they are written.
  [[nodiscard]] std::string_view operator[](size_t i) const {
    return fields_[i].value;
  }
  // Whether some line has had a value for it.
  [[nodiscard]] bool seen(size_t i) const { return fields_[i].seen; }

 private:
  static constexpr int kUrlKey = -1;  // in CDXJ
  static constexpr int kDate = -2;    // in CDXJ
  static constexpr int kMember = -3;
  static constexpr int kMadeKey = -4;
  static constexpr int kNowhere = -5;

  struct Field {
    std::string asked;
    FieldName name;
    int column = kMember;
    bool seen = false;
    std::string_view value;
    std::string text;  // where value lies when the line has it not as it is
  };

  [[nodiscard]] Line read_json(std::string_view line);
  void set_member(Field& field, const text::JsonMemberText& member);
  void read_inside(const text::JsonMemberText& member);
  void set(Field& field, std::string_view value);

  std::vector<Field> fields_;
  UrlKeyKind kind_;
  bool missing_allowed_ = false;
  LineFormat format_;
  std::vector<std::string_view> columns_;  // as many as are looked at
  int url_ = -1;                           // column that keys are made of
};

}  // namespace wax::cdx
