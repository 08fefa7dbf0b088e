// The lines of CDX files without their headers. An object is for one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "cdx/format/identity_line.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// Throws LineError: the header at this line differs from the one on top of the
// file, or the file has no header on top.
[[noreturn]] void throw_other_header(std::string_view file, uint64_t line,
                                     bool has_header);

// One CDX file. Keeps the order. Memory: that of the stream below. A header
// (" CDX N b a ...") and a line that states the identity are removed wherever
// they are, because files that were joined with cat have them between their
// lines.
class CdxLines final : public lines::LineStream {
 public:
  // `name` is for messages. Reads the first line.
  CdxLines(std::string name, std::unique_ptr<lines::LineStream> lines);

  // Throws LineError for a header that differs from the one on top, UsageError
  // for another identity than one before.
  [[nodiscard]] bool next(std::string_view& line) override;

  [[nodiscard]] const std::string& name() const { return name_; }
  // The header; empty when the file does not begin with one.
  [[nodiscard]] const std::string& header() const { return header_; }
  // The line that states the identity, and its words; empty while none has been
  // read.
  [[nodiscard]] const std::string& identity_line() const {
    return identity_line_;
  }
  [[nodiscard]] const std::string& identity() const { return identity_.text(); }
  // The first line that is not a header and does not state the identity; empty
  // when the file has no such line.
  [[nodiscard]] const std::string& first() const { return first_; }
  // Number of the line that next() gave last, from 1; headers count.
  [[nodiscard]] uint64_t line_number() const { return line_number_; }

 private:
  bool take_top_line(std::string_view line);

  std::string name_;
  std::unique_ptr<lines::LineStream> lines_;
  std::string header_;
  std::string identity_line_;
  OneIdentity identity_;
  std::string first_;
  bool first_pending_ = false;
  uint64_t line_number_ = 0;
};

// What several files must have in common to be read as one: the header, the
// identity and the kind of URL keys.
class SharedHeader {
 public:
  explicit SharedHeader(KeyKinds kinds = KeyKinds::kOne)
      : kinds_(kinds), identity_(kinds) {}

  // Throws LineError when the file's columns are not those of the files before
  // it: it has another header, or only one of them has a header and the lines
  // of the other have another number of fields. A file without lines and header
  // fits every other. Throws UsageError when it states another identity
  // than a file before it, or the key of its first line is clearly of another
  // kind.
  void add(const CdxLines& file) {
    add(file.name(), file.header(), file.identity_line(), file.first());
  }
  void add(const std::string& name, const std::string& header,
           const std::string& identity_line, std::string_view first);
  // Checks the key of any line of the file that was added last. True when the
  // line tells the kind, so that no other line of the file needs a check.
  bool check_key(const std::string& name, std::string_view line) {
    return kinds_ == KeyKinds::kAny || keys_.check(key_column_.key(line), name);
  }
  // Empty when no file has one.
  [[nodiscard]] const std::string& text() const { return header_; }
  // The same as OneIdentity's.
  [[nodiscard]] const std::string& identity() const { return identity_.text(); }
  // What goes on top of all their lines: header and identity, each with "\n".
  [[nodiscard]] std::string top() const;

 private:
  KeyKinds kinds_;
  std::string header_;
  std::string header_file_;
  std::string bare_line_;  // the first of a file without header
  std::string bare_file_;
  std::string identity_line_;  // of the first file that has one
  OneIdentity identity_;
  KeyColumn key_column_;
  OneKeyKind keys_;
};

}  // namespace wax::cdx
