#include "io/compress/member_search.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace wax::io {

bool at_member(FileSource& file, Inflater& inflater, LooksRight looks_right,
               size_t probe) {
  // A little first, because most of what is no member shows at once.
  constexpr size_t kFirstIn = 1024;
  constexpr size_t kFirstOut = 64;
  std::string_view in = file.peek(kFirstIn);
  if (!inflater.starts_member(in)) return false;
  inflater.start();
  std::array<char, kMemberProbe> out;
  Inflater::Step step =
      inflater.step(in.substr(0, kFirstIn), out.data(), kFirstOut);
  size_t given = step.consumed;
  size_t size = step.produced;
  Match match = looks_right({out.data(), size});
  while (match == Match::kMore && step.state == Inflater::State::kMore &&
         given < probe && size < out.size()) {
    in = file.peek(probe);
    in = in.substr(given, probe - given);
    step = inflater.step(in, out.data() + size, out.size() - size);
    given += step.consumed;
    size += step.produced;
    match = looks_right({out.data(), size});
    if (step.consumed == 0 && step.produced == 0) break;
  }
  return match == Match::kYes;
}

bool MemberSearch::at_good_member() {
  uint64_t from = file_->offset();
  uint64_t cost = inflater_->probe();
  bool affordable = cost <= kMemberProbe || probing_.take(from, from + cost);
  return at_member(*file_, *inflater_, looks_right_,
                   affordable ? inflater_->probe() : kMemberProbe);
}

bool MemberSearch::at_plain_piece() {
  std::string_view bytes = file_->peek(kMemberProbe);
  return !bytes.empty() && !inflater_->starts_member(bytes) &&
         inflater_->skippable(bytes) == 0 && looks_right_(bytes) == Match::kYes;
}

void MemberSearch::go_back(uint64_t member) {
  constexpr uint64_t kFarthest = 1024 * 1024;
  if (file_->offset() == member && !file_->peek().empty()) {
    file_->consume(1);
  }
  uint64_t end = file_->offset();
  uint64_t start = member + 1;
  if (end > kFarthest) start = std::max(start, end - kFarthest);
  if (start >= end || !reread_budget_.take(start, end)) return;
  static_cast<void>(file_->seek(start));
}

bool MemberSearch::find_member(bool check) {
  zeros_ = true;
  skipped_ = 0;
  for (;; check = true) {
    while (pass_over_skippable()) {
    }
    std::string_view bytes = file_->peek(kMemberProbe);
    if (bytes.empty()) return false;
    if (inflater_->starts_member(bytes) && (!check || at_good_member())) {
      return true;
    }
    bytes = file_->peek(kMemberProbe);
    size_t next = 1;
    while (next < bytes.size() &&
           !inflater_->starts_member(bytes.substr(next))) {
      ++next;
    }
    // The end of what is here may be the front part of a start.
    if (next == bytes.size() && bytes.size() >= kMemberProbe) {
      next -= kMemberStart;
    }
    std::string_view passed = bytes.substr(0, next);
    zeros_ &= passed.find_first_not_of('\0') == std::string_view::npos;
    file_->consume(next);
  }
}

bool MemberSearch::pass_over_skippable() {
  uint64_t size = inflater_->skippable(file_->peek(kSkippableHeader));
  if (size == 0) return false;
  uint64_t from = file_->offset();
  uint64_t all = 0;
  bool known = file_->size(all);
  if (known && size > all - from) return false;
  if (known ? !file_->seek(from + size) : io::skip(*file_, size) < size) {
    return false;
  }
  std::string_view next = file_->peek(kSkippableHeader);
  if (next.empty() || inflater_->starts_member(next) ||
      inflater_->skippable(next) != 0) {
    skipped_ += size;
    return true;
  }
  // Where it cannot go back, it goes on from here.
  static_cast<void>(file_->seek(from));
  return false;
}

void MemberSearch::report_junk(uint64_t from, uint64_t to, bool found,
                               ProblemSink& problems) const {
  if (to <= from + skipped_) return;
  std::string text = std::to_string(to - from - skipped_) +
                     " bytes are not a " + std::string(inflater_->name()) +
                     " member";
  problems.report({zeros_ ? Severity::kNote : Severity::kLost,
                   found ? "junk-between-records" : "gzip-trailing-junk",
                   file_->path(), from, std::move(text)});
}

}  // namespace wax::io
