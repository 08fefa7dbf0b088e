// In which months sorted CDX files have captures of URL keys.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/line_fields.h"
#include "cdx/url/url_key.h"
#include "crawl/seen/seen_folder.h"
#include "io/problem.h"

namespace wax::crawl {

// The key and the date of one line of a CDX file after another, without what is
// no capture.
class KeyDates {
 public:
  // Reports bad lines to `problems`, which outlives this.
  KeyDates(cdx::UrlKeyKind kind, ProblemSink& problems);

  // Goes on with another file, or a part of one, and its format. Throws
  // UsageError for keys of another kind.
  void begin(cdx::LineFormat format, const std::string& file);
  // False for a line that is no capture with a date.
  [[nodiscard]] bool read(std::string_view line);
  [[nodiscard]] std::string_view key() const { return fields_[0]; }
  [[nodiscard]] Month month() const { return month_; }

 private:
  cdx::UrlKeyKind kind_;
  ProblemSink* problems_;
  cdx::LineFields fields_;
  std::string file_;
  Month month_;
};

class CapturedMonths {
 public:
  virtual ~CapturedMonths() = default;
  // The months in which the key was captured. It is not less than the key
  // before. Valid until the next call.
  [[nodiscard]] virtual const std::vector<Month>& of(std::string_view key) = 0;
};

// `questions` keys will be asked for: few are looked up where the files allow
// that, for more, the files are read. Throws what open_cdx() does; of() throws
// LineError for files that are not sorted.
[[nodiscard]] std::unique_ptr<CapturedMonths> captured_months(
    const std::vector<std::string>& files, cdx::UrlKeyKind kind,
    uint64_t questions, ProblemSink& problems);

}  // namespace wax::crawl
