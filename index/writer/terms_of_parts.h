// The terms of one field in several segments, in their order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/writer/merge_plan.h"

namespace wax::index {

class TermsOfParts {
 public:
  // Where the postings of the term are in a part.
  struct Postings {
    const MergePart* part = nullptr;
    uint32_t field = 0;  // its number in the part
    TermPlace place;
  };

  // `parts` must outlive it.
  TermsOfParts(const std::vector<MergePart>& parts, std::string_view field);

  // Moves to the next term; false past the last. Throws IoError, FormatError,
  // also when the terms of a part are not in the order of their bytes.
  bool next();
  [[nodiscard]] const std::string& term() const { return term_; }
  // One for each part that has the term, in their order.
  [[nodiscard]] const std::vector<Postings>& postings() const {
    return postings_;
  }
  // How many documents these are.
  [[nodiscard]] uint64_t documents() const;

 private:
  struct Node {
    TermWalk walk;
    const MergePart* part;
  };
  static bool is_later(const Node& a, const Node& b);

  std::vector<Node> heap_;
  std::string term_;
  std::vector<Postings> postings_;
};

}  // namespace wax::index
