// Reads the fields of capture lines by name, whatever the columns of the file
// are. An object is for one thread.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/cdx_lines.h"
#include "cdx/format/legend.h"
#include "cdx/url/url_key.h"
#include "text/json.h"

namespace wax::cdx {

// The field that a name means. A field may have both.
struct FieldName {
  char letter = '\0';  // of a legend; none for keys that only CDXJ has
  std::string key;     // of CDXJ; "urlkey" and "timestamp" come before it
};

// A letter ("m"), a name by which CDX servers call a field (urlkey, timestamp
// date, url original, mime mimetype, status statuscode, digest, redirect
// redirecturl, robotflags meta, length, offset, filename, ip, recordid,
// orig.length originalLength, orig.offset originalOffset, orig.filename
// originalFilename), or any other CDXJ key.
[[nodiscard]] FieldName field_name(std::string_view name);

// The CDXJ key of a letter ("mime" for 'm'); empty when the letter has none.
[[nodiscard]] std::string_view key_of_letter(char letter);

// The letter of a CDXJ key by any of its names; '\0' when the key has none.
[[nodiscard]] char letter_of_key(std::string_view key);

// The format of the lines of one file.
struct LineFormat {
  bool json = false;
  Legend legend;  // unless json

  // From the file's header, else from its first line; a file without lines is
  // CDXJ. Throws LineError when the columns are not known.
  [[nodiscard]] static LineFormat of(const CdxLines& file);
  // "N urlkey, b timestamp, ...": the fields that the lines can have.
  [[nodiscard]] std::string known_fields() const;
  [[nodiscard]] bool is_cdx9() const {
    return !json && legend.letters == kCdx9;
  }
  // Whether a capture with these values is a revisit: its media type is
  // warc/revisit, or in CDX-9 its file is "-", as Wayback 1.x wrote it. An
  // empty column is no such "-", so `filename` is as it is in the line.
  [[nodiscard]] bool is_revisit(std::string_view mime,
                                std::string_view filename) const {
    return mime == "warc/revisit" || (filename == "-" && is_cdx9());
  }
};

// Reads some fields of line after line. No memory is allocated per line.
class LineFields {
 public:
  // `names` as field_name() takes them; "a.b" is also member b of the object
  // that is member a of CDXJ. When a file has no column for keys, like wget's,
  // the key is made from the URL by the rules of `kind`.
  explicit LineFields(const std::vector<std::string>& names,
                      UrlKeyKind kind = UrlKeyKind::kSurt);

  // From now on, a field that a file's legend lacks is "-" in all its lines.
  void allow_missing() { missing_allowed_ = true; }
  // The same for one of the fields, by its place in the names.
  void allow_missing(size_t i) { fields_[i].may_be_missing = true; }
  // From now on, a CDXJ object is read only until all fields are found. The
  // rest of the line is not checked, except that it ends with "}".
  void stop_when_found() { stops_when_found_ = true; }

  // The lines that follow are of this file. Throws LineError as
  // LineFormat::of() does, and UsageError for a field that the file's legend
  // lacks; its message has the known fields. (CDXJ may lack any field.)
  void begin(const CdxLines& file);
  // The same for lines of this format; the name of the file is for messages.
  void begin(LineFormat format, const std::string& file);

  [[nodiscard]] const LineFormat& format() const { return format_; }

  enum class Line {
    kCapture,
    kMetadata,  // empty, or a CDXJ metadata line
    kBad        // too few columns or invalid JSON
  };
  [[nodiscard]] Line read(std::string_view line);
  // The fault of a line that was kBad, in a few words.
  [[nodiscard]] std::string_view problem() const { return problem_; }

  // The fields of the line read last, in the order of the names; valid until
  // the next read() and as long as the line. A value that is missing or empty
  // is "-". JSON strings are unescaped, other JSON values as they are written.
  [[nodiscard]] std::string_view operator[](size_t i) const {
    std::string_view value = as_written(i);
    return value.empty() ? std::string_view("-") : value;
  }
  // The same, but a value that is missing or empty is empty.
  [[nodiscard]] std::string_view as_written(size_t i) const {
    return values_[fields_[i].place];
  }
  // Whether any CDXJ line so far had a value for it.
  [[nodiscard]] bool seen(size_t i) const { return fields_[i].seen; }

 private:
  // Where the values of a line are in values_, CDXJ.
  static constexpr int kUrlKey = 0;
  static constexpr int kDate = 1;
  // What is no column.
  static constexpr int kMissing = -1;
  static constexpr int kMember = -2;
  static constexpr int kMadeKey = -3;

  struct Field {
    std::string asked;
    FieldName name;
    bool has_alias = false;  // asked for by another name than its key
    bool may_be_missing = false;
    int column = kMissing;
    size_t place = 0;  // in values_
    bool seen = false;
    std::string storage;  // of a value that the line has escaped
  };

  [[nodiscard]] Line read_json(std::string_view line);
  [[nodiscard]] Line read_members(std::string_view json);
  [[nodiscard]] Line bad(std::string_view problem);
  void set_member(Field& field, const text::JsonMemberText& member);
  void read_inside(const text::JsonMemberText& member);
  void make_keys(std::string_view url);

  std::vector<Field> fields_;
  UrlKeyKind kind_;
  bool missing_allowed_ = false;
  bool stops_when_found_ = false;
  std::string_view problem_;  // of static storage
  LineFormat format_;
  // The columns up to the last one that is asked for, or the key and date of
  // CDXJ; then one for each field, used if it is no column.
  std::vector<std::string_view> values_;
  size_t columns_ = 0;
  int url_ = kMissing;           // column that keys are made of
  std::vector<size_t> members_;  // fields that are CDXJ members
};

// The columns of a CDX line in order. A line has one column more than it has
// delimiters.
class Columns {
 public:
  Columns(std::string_view line, char delimiter)
      : at_(line.data()), end_(at_ + line.size()), delimiter_(delimiter) {}

  // False after the last one.
  [[nodiscard]] bool next(std::string_view& column) {
    if (at_ == nullptr) return false;
    const void* found =
        at_ == end_
            ? nullptr
            : std::memchr(at_, delimiter_, static_cast<size_t>(end_ - at_));
    const char* stop =
        found == nullptr ? end_ : static_cast<const char*>(found);
    column = {at_, static_cast<size_t>(stop - at_)};
    at_ = found == nullptr ? nullptr : stop + 1;
    return true;
  }

 private:
  const char* at_;  // null after the last column
  const char* end_;
  char delimiter_;
};

// "urlkey timestamp {...}".
struct CdxjParts {
  std::string_view urlkey;
  std::string_view date;
  std::string_view json;  // not checked
};

// What is wrong with a line, in a few words.
inline constexpr std::string_view kTooFewColumns = "too few columns";
inline constexpr std::string_view kTooManyColumns = "too many columns";
inline constexpr std::string_view kNoUrlKey = "no URL key";
inline constexpr std::string_view kInvalidJson = "invalid JSON";

// What is wrong with the line; empty when nothing is.
[[nodiscard]] inline std::string_view split_cdxj(std::string_view line,
                                                 CdxjParts& parts) {
  size_t key_end = line.find(' ');
  if (key_end == line.npos) return kTooFewColumns;
  size_t date_end = line.find(' ', key_end + 1);
  if (date_end == line.npos) return kTooFewColumns;
  parts.urlkey = line.substr(0, key_end);
  parts.date = line.substr(key_end + 1, date_end - key_end - 1);
  parts.json = line.substr(date_end + 1);
  return key_end == 0 ? kNoUrlKey : std::string_view();
}

// The value of a member. A string with escapes is unescaped into `storage`,
// where its value is valid as long as `storage` is not changed.
[[nodiscard]] inline std::string_view member_text(
    const text::JsonMemberText& member, std::string& storage) {
  if (!member.escaped) return member.value;
  storage.clear();
  text::append_unescaped(member.value, storage);
  return storage;
}

}  // namespace wax::cdx
