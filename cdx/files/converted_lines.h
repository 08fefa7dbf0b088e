// Converts capture files from one format to another. An object is for one
// thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cdx/files/field_lines.h"
#include "cdx/format/line_converter.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// Every capture that is read is written, or is bad, or has no URL.
struct ConvertCounts {
  uint64_t read = 0;
  uint64_t written = 0;
  uint64_t bad = 0;                // also reported as "cdx-bad-line"
  uint64_t no_url = 0;             // also reported as "cdx-no-url"
  uint64_t metadata_kept = 0;      // CDXJ metadata lines
  uint64_t metadata_left_out = 0;  // and blank lines
};

// The converted lines of several files, in their order. CDXJ metadata lines are
// kept when CDXJ is written; blank lines are left out.
class ConvertedLines final : public lines::LineStream {
 public:
  // `problems` outlives this.
  ConvertedLines(std::vector<std::string> paths, const ConvertOptions& options,
                 ProblemSink& problems);
  [[nodiscard]] bool next(std::string_view& line) override;

  // What the files state, with the keys that are made; empty when they state
  // none.
  [[nodiscard]] std::string identity() const;
  [[nodiscard]] ConvertCounts counts() const;
  [[nodiscard]] const LineConverter& converter() const { return converter_; }
  // The number of the first converted line that is less than the one before it
  // although the lines read so far are in byte order; 0: none.
  [[nodiscard]] uint64_t order_lost() const { return order_lost_; }

 private:
  void check_order(std::string_view read);

  LineConverter converter_;
  bool json_;
  std::optional<UrlKeyKind> rekey_;
  FieldLines lines_;
  ConvertCounts counts_;
  std::string line_;
  uint64_t written_ = 0;
  bool in_order_ = true;  // the lines read
  uint64_t order_lost_ = 0;
  std::string last_read_;
  std::string last_line_;
};

}  // namespace wax::cdx
