// Lines of captures as clients send them. One thread at a time uses an object.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cdx/format/line_converter.h"
#include "cdx/format/line_fields.h"
#include "cdx/url/url_key.h"
#include "io/byte_source.h"
#include "lines/line_stream.h"

namespace wax::serve {

// The longest line that is read.
inline constexpr size_t kMostPostedLine = 1024 * 1024;

struct PostedForm {
  cdx::LineFormat format;  // of the lines that come out
  cdx::UrlKeyKind url_key = cdx::UrlKeyKind::kSurt;
  // Only "URLKEY DATE" of each line comes out.
  bool keys_only = false;
  // Lines that are no captures are passed over instead of thrown.
  bool skip_bad = false;
};

// Reads CDXJ, and CDX with 9, 10, 11 or 14 fields or with any that a header
// names; each line may have another form. The URL key is made of the URL, but
// keys of requests with a body ("__wb_method=") are kept. next() throws
// UsageError for a line that is no capture, and for one that is too long.
// Memory: a line.
class PostedLines final : public lines::LineStream {
 public:
  // `bytes` outlives this.
  PostedLines(io::ByteSource& bytes, PostedForm form);

  [[nodiscard]] bool next(std::string_view& line) override;
  // The captures so far.
  [[nodiscard]] uint64_t count() const { return count_; }

 private:
  // How lines of one format are read.
  struct Reader {
    Reader(const cdx::LineFormat& format, const PostedForm& form);
    cdx::LineFields fields;
    cdx::LineConverter rekey;
    cdx::LineConverter keep_key;
  };

  [[nodiscard]] bool next_text(std::string_view& line);
  [[nodiscard]] Reader* reader_for(std::string_view line);
  // What is wrong with a line; empty when it is a capture, now in made_.
  [[nodiscard]] std::string_view read(std::string_view line);

  io::ByteSource* bytes_;
  PostedForm form_;
  std::optional<cdx::Legend> legend_;  // of the last header
  std::map<std::string, std::unique_ptr<Reader>> readers_;  // by legend
  size_t used_ = 0;  // bytes of the line before
  uint64_t number_ = 0;
  uint64_t count_ = 0;
  std::string made_;
};

}  // namespace wax::serve
