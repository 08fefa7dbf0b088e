#include "posts/stream/object_scan.h"

#include <cstring>
#include <vector>

namespace wax::posts {
namespace {

// What may follow.
enum class Place { kKeyOrEnd, kKey, kColon, kValue, kValueOrEnd, kCommaOrEnd };

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  ObjectScan run() {
    using End = ObjectScan::End;
    if (text_.empty() || text_.front() != '{') return {End::kBroken, 0};
    for (size_t at = 0; at < text_.size();) {
      const char c = text_[at];
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        ++at;
        continue;
      }
      if (c == '"') {
        at = end_of_string(at + 1);
        if (at == kBrokenString) return {End::kBroken, 0};
        if (at > text_.size()) return {End::kMore, 0};
        if (!take_string()) return {End::kBroken, 0};
        continue;
      }
      if (is_mark(c)) {
        ++at;
        if (!take_mark(c)) return {End::kBroken, 0};
        if (inside_.empty()) return {End::kWhole, at};
        if (inside_.size() > kMostDepth) return {End::kDeep, 0};
        continue;
      }
      if (!takes_value()) return {End::kBroken, 0};
      place_ = Place::kCommaOrEnd;
      while (at < text_.size() && is_of_scalar(text_[at])) ++at;
    }
    return {End::kMore, 0};
  }

 private:
  static constexpr size_t kBrokenString = static_cast<size_t>(-1);

  static bool is_mark(char c) {
    return c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':';
  }
  static bool is_of_scalar(char c) {
    return !is_mark(c) && c != '"' && static_cast<unsigned char>(c) > ' ';
  }

  // After its quote; more than the size when the text ends before.
  size_t end_of_string(size_t at) {
    for (; at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == '"') return at + 1;
      if (c == '\n' || c == '\r') return kBrokenString;
      if (c == '\\') ++at;
    }
    return text_.size() + 1;
  }

  [[nodiscard]] bool takes_value() const {
    return place_ == Place::kValue || place_ == Place::kValueOrEnd;
  }

  bool take_string() {
    if (place_ == Place::kKey || place_ == Place::kKeyOrEnd) {
      place_ = Place::kColon;
      return true;
    }
    if (!takes_value()) return false;
    place_ = Place::kCommaOrEnd;
    return true;
  }

  bool take_mark(char c) {
    switch (c) {
      case '{':
      case '[':
        if (!inside_.empty() && !takes_value()) return false;
        inside_.push_back(c);
        place_ = c == '{' ? Place::kKeyOrEnd : Place::kValueOrEnd;
        return true;
      case '}':
        return (place_ == Place::kKeyOrEnd || place_ == Place::kCommaOrEnd) &&
               leave('{');
      case ']':
        return (place_ == Place::kValueOrEnd || place_ == Place::kCommaOrEnd) &&
               leave('[');
      case ',':
        if (place_ != Place::kCommaOrEnd) return false;
        place_ = inside_.back() == '{' ? Place::kKey : Place::kValue;
        return true;
      default:  // ':'
        if (place_ != Place::kColon) return false;
        place_ = Place::kValue;
        return true;
    }
  }

  bool leave(char opened) {
    if (inside_.back() != opened) return false;
    inside_.pop_back();
    place_ = Place::kCommaOrEnd;
    return true;
  }

  std::string_view text_;
  std::vector<char> inside_;  // the brackets that are open
  Place place_ = Place::kKeyOrEnd;
};

}  // namespace

ObjectScan scan_object(std::string_view text) { return Scan(text).run(); }

}  // namespace wax::posts
