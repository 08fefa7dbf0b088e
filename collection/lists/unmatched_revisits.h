// Revisits of which the collection has no original: OUT/digests/unmatched, a
// line each, "urlkey date14 digest date14", sorted: the date of the revisit,
// its digest ("-": none) and the date of the original that it names ("-": none;
// cdx::kLastBefore).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cdx/dedup/revisit_dates.h"
#include "io/output.h"
#include "io/problem.h"
#include "lines/line_stream.h"

namespace wax::collection {

// The path of the list.
[[nodiscard]] std::string unmatched_list(const std::string& out);

// Changes the list: what it has of the URL keys that are given is replaced.
class UnmatchedRevisits {
 public:
  // Starts from an empty list with `anew`. Throws IoError.
  UnmatchedRevisits(const std::string& out, bool anew);
  // Keys in byte order.
  void take(std::string_view urlkey,
            const std::vector<cdx::UnmatchedRevisit>& revisits);
  // Replaces the list. Throws IoError.
  void finish();

 private:
  void copy_before(std::string_view urlkey);

  std::unique_ptr<lines::LineStream> before_;  // null: none is left
  std::string_view line_;
  std::unique_ptr<io::Output> output_;
};

// Tells what the list has: the first ones each, the others together. A revisit
// without a digest that is of this collection, or a 304, is lost
// ("revisit-without-original"); others are a warning: another index may have
// their original. `has_digest`: whether a capture of another URL has it.
// Returns how many these are.
size_t tell_unmatched(const std::string& out,
                      const std::function<bool(const std::string&)>& has_digest,
                      const std::function<void(Problem)>& tell);

}  // namespace wax::collection
