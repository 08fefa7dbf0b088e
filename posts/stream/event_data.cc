#include "posts/stream/event_data.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"

namespace wax::posts {
namespace {

constexpr std::string_view kData = "data:";
constexpr std::string_view kEvent = "event:";
constexpr size_t kLongestNumber = 20;
// A field and its value, as far as these count: a blank and a number.
constexpr size_t kHead = kData.size() + 1 + kLongestNumber + 1;

std::string_view value_of(std::string_view head, std::string_view field) {
  head.remove_prefix(field.size());
  if (head.starts_with(' ')) head.remove_prefix(1);
  return head.substr(0, head.find_first_of("\r\n"));
}

bool is_number(std::string_view value) {
  return !value.empty() && value.size() <= kLongestNumber &&
         std::all_of(value.begin(), value.end(), text::is_digit);
}

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
    if (head.front() != '\n' || !after_cr_) {
      has_data_ = is_other_ = is_deletion_ = false;
    }
    after_cr_ = head.front() == '\r';
    source_.consume(1);
    return;
  }
  after_cr_ = false;
  in_line_ = true;
  if (head.starts_with(kEvent)) {
    is_deletion_ = value_of(head, kEvent) == "delete";
  }
  is_data_ = head.starts_with(kData);
  if (!is_data_) return;
  const size_t before =
      kData.size() + (head.substr(kData.size()).starts_with(' ') ? 1 : 0);
  const std::string_view value = head.substr(before);
  if (!has_data_) {
    has_data_ = true;
    is_other_ = !value.starts_with('{') && !value.starts_with('[');
    const std::string_view number = value_of(head, kData);
    if (is_other_ && is_deletion_ && is_number(number)) {
      data_ += R"({"event":"delete","payload":")";
      (data_ += number) += "\"}\n";
    } else if (is_other_) {
      data_ += "{}\n";
    }
  }
  is_data_ = !is_other_;
  source_.consume(before);
}

}  // namespace wax::posts
