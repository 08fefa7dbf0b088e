// Counts the URLs, hosts and versions of captures.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "cdx/stats/capture_stats.h"
#include "cdx/stats/counted_captures.h"
#include "lines/line_stream.h"

namespace wax::cdx {

// What is counted of a capture. The views hold until the next one.
struct CountedRow {
  std::string_view key;
  std::string_view date;
  std::string_view digest;  // in its normal form; or empty
  bool revisit = false;
  CaptureCount count;
  bool other_record = false;  // of no host (is_of_other_record())
};

// Captures in the order of their keys, and of one key and digest in that of
// their dates.
class OrderedRows {
 public:
  virtual ~OrderedRows() = default;
  virtual bool next(CountedRow& row) = 0;
  // Whether a digest is done with when another one of the key follows it.
  [[nodiscard]] virtual bool by_digest() const = 0;
};

// The captures are not in the order that OrderedRows promises, or too many of
// one key have to be remembered.
struct RowsOutOfOrder {};

// Counts URLs, hosts and versions, and gathers digests. As a stream, gives what
// did not fit in memory of these. For one thread.
class VersionCounter final : public lines::LineStream {
 public:
  // `memory` in bytes; `top`: so many hosts are listed. `stats` outlives it.
  VersionCounter(std::unique_ptr<OrderedRows> rows, uint64_t memory, size_t top,
                 CaptureStats& stats)
      : rows_(std::move(rows)),
        top_(top),
        stats_(stats),
        most_digests_(memory / 4 / 128),
        digests_(memory / 2) {}

  // Whether it comes to the end of the rows before digests() is full. Throws
  // RowsOutOfOrder.
  bool count();
  bool next(std::string_view& line) override;
  [[nodiscard]] const DigestTotals& digests() const { return digests_; }

 private:
  // The first capture with a body.
  struct First {
    std::string date;
    CaptureCount count;
  };

  void add(const CountedRow& row);
  void add_body(const CountedRow& row, MonthCounts& month);
  void begin_key(std::string_view key);
  void end_host();

  std::unique_ptr<OrderedRows> rows_;
  size_t top_;
  CaptureStats& stats_;
  size_t most_digests_;
  DigestTotals digests_;
  CountsByMonth months_;
  bool any_ = false;
  bool ended_ = false;
  bool taking_ = false;
  std::string key_;
  std::string host_;
  CaptureCount host_count_;
  std::map<std::string, First, std::less<>> firsts_;  // of the key, by digest
  std::string digest_;
  std::string text_;
};

}  // namespace wax::cdx
