// The dates of revisits, from the lines of files of versions (batch_lists.h).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/dedup/versions.h"
#include "lines/line_stream.h"

namespace wax::cdx {

inline constexpr size_t kBatchDate = kBatchSize + 14;
// Before the date of the original, in the line of a reference.
inline constexpr char kReferenceMark = '!';

// Views into the line. A version is "urlkey digest ".
[[nodiscard]] std::string_view urlkey_of(std::string_view line);
[[nodiscard]] std::string_view version_of_line(std::string_view line);
[[nodiscard]] bool is_reference(std::string_view line);

// A revisit of which no capture of its URL is the original.
struct UnmatchedRevisit {
  std::string date;
  std::string digest;         // empty: it states none
  std::string original_date;  // empty: its digest alone tells; kLastBefore

  auto operator<=>(const UnmatchedRevisit&) const = default;
};
// Takes those of a URL key, sorted; also none. Keys come in byte order.
using TakeUnmatched = std::function<void(
    std::string_view urlkey, const std::vector<UnmatchedRevisit>& unmatched)>;

// Gives "urlkey digest date14" for each revisit with a digest, and for each
// reference and version that it names: of the captures at its date, else
// (kLastBefore) of the last ones that are not after it. Some lines are given
// more than once; in no order. Memory: the references of a URL key, and its
// captures if one of these names no date.
class RevisitDates {
 public:
  // `captures`: sorted lines of all versions.
  explicit RevisitDates(std::unique_ptr<lines::LineStream> captures,
                        TakeUnmatched take_unmatched = {})
      : captures_(std::move(captures)),
        take_unmatched_(std::move(take_unmatched)) {}

  // False at the end.
  bool operator()(std::string& text);

 private:
  struct Reference {
    std::string original_date;
    std::string digest;  // empty: it states none
    std::string date;
    std::vector<std::string> versions;  // with the date of the original
  };

  void read(std::string_view line);
  void add_reference(std::string_view line);
  void finish_version();
  void finish_key();
  void give_unmatched();
  void find_last_before(Reference& reference) const;

  std::unique_ptr<lines::LineStream> captures_;
  TakeUnmatched take_unmatched_;
  std::string version_;                // of the last line
  bool has_capture_ = false;           // the version, so far
  std::vector<std::string> revisits_;  // dates of those of the version
  std::vector<UnmatchedRevisit> unmatched_;
  std::string urlkey_;
  std::vector<Reference> references_;
  std::multimap<std::string, size_t, std::less<>> by_date_;
  std::set<std::string, std::less<>> by_digest_;
  std::set<std::string, std::less<>> fitting_;  // digests that captures have
  std::vector<std::pair<std::string, std::string>> captured_;
  bool has_undated_ = false;
  std::vector<std::string> dates_;
  size_t given_ = 0;
  bool ended_ = false;
};

}  // namespace wax::cdx
