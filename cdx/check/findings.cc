#include "cdx/check/findings.h"

namespace wax::cdx {

void Findings::add(std::string_view id, std::string_view file, uint64_t line,
                   std::string_view text) {
  for (Finding& kind : kinds_) {
    if (kind.id != id) continue;
    ++kind.count;
    if (kind.examples.size() < most_examples_) {
      kind.examples.push_back(
          {std::string(file), line, std::string(text.substr(0, 200))});
    }
    return;
  }
}

std::vector<Finding> Findings::found() const {
  std::vector<Finding> found;
  for (const Finding& kind : kinds_) {
    if (kind.count > 0) found.push_back(kind);
  }
  return found;
}

}  // namespace wax::cdx
