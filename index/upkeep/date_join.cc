#include "index/upkeep/date_join.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "text/hex.h"
#include "warc/record/digest.h"

namespace wax::index {
void make_set(std::vector<std::string>& dates) {
  if (!std::is_sorted(dates.begin(), dates.end())) {
    std::sort(dates.begin(), dates.end());
  }
  dates.erase(std::unique(dates.begin(), dates.end()), dates.end());
}

struct KeyChain::State {
  warc::Digester digester;
};

KeyChain::KeyChain() : state_(std::make_unique<State>()) {}
KeyChain::~KeyChain() = default;

void KeyChain::add(std::string_view urlkey, std::string_view digest) {
  std::string line;
  append_version(line, urlkey, digest);
  state_->digester.update(line);
}

std::string KeyChain::finish() {
  return warc::to_base32(state_->digester.finish().bytes());
}

size_t version_size(std::string_view line) { return line.find('\t') + 1; }

void append_position(std::string& line, uint64_t position) {
  text::append_hex_number(position, kPositionSize, line);
}

void append_positioned(std::string& line, uint64_t position,
                       std::string_view date) {
  append_position(line, position);
  line += ' ';
  line += date;
}

uint64_t position_of(std::string_view text) {
  uint64_t position = 0;
  std::from_chars(text.data(), text.data() + kPositionSize, position, 16);
  return position;
}

DatesByPosition::DatesByPosition(std::unique_ptr<lines::LineStream> sorted)
    : lines_(std::move(sorted)) {
  advance();
}

void DatesByPosition::advance() {
  position_ = lines_->next(line_) ? position_of(line_) : UINT64_MAX;
}

void DatesByPosition::take(std::vector<std::string>& dates) {
  uint64_t here = position_;
  while (position_ == here && here != UINT64_MAX) {
    dates.emplace_back(line_.substr(kPositionSize + 1));
    advance();
  }
}

}  // namespace wax::index
