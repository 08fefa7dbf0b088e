#include "posts/stream/event_data.h"

#include <algorithm>
#include <array>

namespace wax::posts {
namespace {

constexpr std::string_view kData = "data:";
constexpr size_t kHead = kData.size() + 2;  // a blank, and the first character

}  // namespace

bool begins_like_events(std::string_view bytes) {
  constexpr std::array<std::string_view, 5> kBeginnings = {
      ":", kData, "event:", "id:", "retry:"};
  return std::any_of(
      kBeginnings.begin(), kBeginnings.end(),
      [&](std::string_view begin) { return bytes.starts_with(begin); });
}

std::string_view EventData::peek(size_t at_least) {
  data_.erase(0, begin_);
  begin_ = 0;
  while (data_.size() < at_least && fill()) {
  }
  return data_;
}

bool EventData::fill() {
  if (!in_line_) {
    const std::string_view head = source_.peek(kHead);
    if (head.empty()) return false;
    begin_line(head);
    return true;
  }
  const std::string_view piece = source_.peek();
  if (piece.empty()) return false;
  const size_t end = piece.find_first_of("\r\n");
  if (is_data_) data_ += piece.substr(0, end);
  if (end == piece.npos) {
    source_.consume(piece.size());
    return true;
  }
  if (is_data_) data_ += '\n';
  after_cr_ = piece[end] == '\r';
  in_line_ = false;
  source_.consume(end + 1);
  return true;
}

void EventData::begin_line(std::string_view head) {
  const bool is_end = head.front() == '\n' || head.front() == '\r';
  if (is_end) {
    // The end of the event, or the second half of that of a line.
    if (head.front() != '\n' || !after_cr_) has_data_ = is_other_ = false;
    after_cr_ = head.front() == '\r';
    source_.consume(1);
    return;
  }
  after_cr_ = false;
  in_line_ = true;
  is_data_ = head.starts_with(kData);
  if (!is_data_) return;
  const size_t before =
      kData.size() + (head.substr(kData.size()).starts_with(' ') ? 1 : 0);
  const std::string_view value = head.substr(before);
  if (!has_data_) {
    has_data_ = true;
    is_other_ = !value.starts_with('{') && !value.starts_with('[');
    if (is_other_) data_ += "{}\n";
  }
  is_data_ = !is_other_;
  source_.consume(before);
}

}  // namespace wax::posts
