#include "serve/answers/sorted_set.h"

#include <algorithm>

namespace wax::serve {

bool SortedSet::has(std::string_view line) {
  if (!any_ || line < asked_) seek(line);
  constexpr int kSteps = 50;
  for (int i = 0; !ended_ && at_ < line; ++i) {
    if (i == kSteps) {
      seek(line);
    } else {
      read();
    }
  }
  asked_ = line;
  return !ended_ && at_ == line;
}

void SortedSet::seek(std::string_view line) {
  lines_ = nullptr;  // only one may be in use
  lines_ = file_->lines({std::string(line), "\xff\xff\xff\xff"});
  any_ = true;
  read();
}

void SortedSet::read() {
  std::string_view line;
  ended_ = !lines_->next(line);
  if (!ended_) at_ = line;
}

void set_key_and_date(std::string_view line, std::string& out) {
  size_t key = std::min(line.find_first_of(" \t"), line.size());
  out = line.substr(0, key);
  line.remove_prefix(std::min(key + 1, line.size()));
  out.append(" ").append(line.substr(0, line.find_first_of(" \t")));
}

}  // namespace wax::serve
