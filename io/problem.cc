#include "io/problem.h"

namespace wax {

std::string_view name(Severity severity) {
  switch (severity) {
    case Severity::kNote:
      return "note";
    case Severity::kWarning:
      return "warning";
    case Severity::kLost:
      return "lost";
  }
  return "lost";
}

}  // namespace wax
