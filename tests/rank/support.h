// What several tests of ranks need.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/problem.h"
#include "lines/line_stream.h"

namespace wax::rank {

// Keeps what is reported as "id: text".
class Reports final : public ProblemSink {
 public:
  void report(Problem problem) override {
    texts.push_back(problem.id + ": " + problem.text);
  }
  std::vector<std::string> texts;
};

inline std::string text_of(lines::LineStream& lines) {
  std::string text;
  for (std::string_view line; lines.next(line);) {
    text += std::string(line) + '\n';
  }
  return text;
}

}  // namespace wax::rank
