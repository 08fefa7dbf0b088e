// Appends one line to a text.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "cdx/format/capture_line.h"
#include "text/json.h"
#include "text/plain_run.h"

namespace wax::cdx {

// Makes room for the whole line once, so that no put() has to.
class LineWriter {
 public:
  // `room`: at least the bytes of all texts before escaping, and 16 more for
  // each text. `utf8`: JSON strings are UTF-8, not ASCII.
  LineWriter(std::string& out, size_t room, bool utf8 = false)
      : out_(&out), room_(room), utf8_(utf8) {
    make_room();
  }

  void put(char c) { *at_++ = c; }

  void put(std::string_view text) {
    const char* from = text.data();
    const size_t size = text.size();
    if (size >= 8 && size <= 16) {
      auto front = text::run::load<uint64_t>(from);
      auto back = text::run::load<uint64_t>(from + size - 8);
      std::memcpy(at_, &front, sizeof front);
      std::memcpy(at_ + size - 8, &back, sizeof back);
    } else if (size < 8) {
      for (size_t i = 0; i < size; ++i) at_[i] = from[i];
    } else {
      std::memcpy(at_, from, size);
    }
    at_ += size;
  }

  // Escapes like append_column().
  void put_column(std::string_view text, char delimiter) {
    if (text.empty()) return put('-');
    size_t plain =
        text::copy_plain_run(text, text::ColumnStops{delimiter}, at_);
    if (plain < text.size()) {
      finish();
      append_column(text, delimiter, *out_);
      make_room();
    } else {
      at_ += plain;
    }
  }

  // A JSON string, with quotes.
  void put_json(std::string_view text) {
    put('"');
    size_t plain = text::copy_plain_run(text, text::JsonStops(), at_);
    if (plain < text.size()) {
      --at_;
      finish();
      (utf8_ ? text::append_json_utf8 : text::append_json_ascii)(text, *out_);
      make_room();
    } else {
      at_ += plain;
      put('"');
    }
  }

  // Call once, after the last put.
  void finish() { out_->resize(static_cast<size_t>(at_ - out_->data())); }

 private:
  void make_room() {
    size_t size = out_->size();
    out_->resize(size + room_);
    at_ = out_->data() + size;
  }

  std::string* out_;
  size_t room_;
  bool utf8_;
  char* at_;
};

}  // namespace wax::cdx
