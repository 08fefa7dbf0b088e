#include "rank/view_counts.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::rank {
namespace {

// Keys and their counts, as many as memory has room for.
class CountTable {
 public:
  // A third of the memory is for keys.
  explicit CountTable(uint64_t memory)
      : text_limit_(std::clamp<uint64_t>(memory / 3, kLeast, kMostText)) {
    size_t slots = 1024;
    while (slots * 2 * sizeof(Slot) <= std::max(memory / 2, kLeast)) slots *= 2;
    slots_.resize(slots);
  }

  // False when there is no room for another key.
  [[nodiscard]] bool add(const KeyCount& views) {
    const uint64_t hash = std::hash<std::string_view>()(views.key);
    const size_t mask = slots_.size() - 1;
    size_t at = hash & mask;
    for (; slots_[at].size != 0; at = (at + 1) & mask) {
      Slot& slot = slots_[at];
      if (slot.hash == hash && key(slot) == views.key) {
        slot.count = added(slot.count, views.count);
        return true;
      }
    }
    if (used_ > 0 && (used_ >= slots_.size() / 4 * 3 ||
                      text_.size() + views.key.size() > text_limit_)) {
      return false;
    }
    slots_[at] = {hash, views.count, text_.size(), views.key.size()};
    text_ += views.key;
    ++used_;
    return true;
  }

  // The next key from slot `at` on; false after the last, and the table is
  // empty then.
  [[nodiscard]] bool take(size_t& at, std::string& line) {
    while (at < slots_.size() && slots_[at].size == 0) ++at;
    if (at == slots_.size()) {
      std::fill(slots_.begin(), slots_.end(), Slot());
      text_.clear();
      used_ = 0;
      return false;
    }
    append_key_count(key(slots_[at]), slots_[at].count, line);
    ++at;
    return true;
  }

 private:
  static constexpr uint64_t kLeast = 64 << 10;
  static constexpr uint64_t kMostText = uint64_t{1} << 32;
  struct Slot {
    uint64_t hash = 0;
    uint64_t count = 0;
    uint64_t offset = 0;
    uint64_t size = 0;  // 0: free
  };

  [[nodiscard]] std::string_view key(const Slot& slot) const {
    return std::string_view(text_).substr(slot.offset, slot.size);
  }

  uint64_t text_limit_;
  std::vector<Slot> slots_;
  std::string text_;
  size_t used_ = 0;
};

class CountedLines final : public lines::LineStream {
 public:
  CountedLines(std::unique_ptr<CountSource> source, uint64_t memory)
      : source_(std::move(source)), table_(memory) {}

  bool next(std::string_view& line) override {
    for (;;) {
      line_.clear();
      if (taking_ && table_.take(at_, line_)) {
        line = line_;
        return true;
      }
      taking_ = true;
      at_ = 0;
      if (!fill()) return false;
    }
  }

 private:
  // False when the source has no more.
  bool fill() {
    bool any = false;
    if (waiting_) any = table_.add(views_);
    waiting_ = false;
    while (source_->next(views_)) {
      any = true;
      if (!table_.add(views_)) {
        waiting_ = true;  // the source keeps it until the next call
        break;
      }
    }
    return any;
  }

  std::unique_ptr<CountSource> source_;
  CountTable table_;
  KeyCount views_;
  bool waiting_ = false;  // views_ was not added yet
  bool taking_ = false;
  size_t at_ = 0;
  std::string line_;
};

class JoinedSources final : public CountSource {
 public:
  JoinedSources(std::unique_ptr<CountSource> first,
                std::unique_ptr<CountSource> second)
      : first_(std::move(first)), second_(std::move(second)) {}
  bool next(KeyCount& views) override {
    if (first_ != nullptr && first_->next(views)) return true;
    first_ = nullptr;
    return second_->next(views);
  }

 private:
  std::unique_ptr<CountSource> first_;
  std::unique_ptr<CountSource> second_;
};

class SummedLines final : public lines::LineStream {
 public:
  SummedLines(std::unique_ptr<lines::LineStream> sorted, std::string file)
      : sorted_(std::move(sorted)), file_(std::move(file)) {
    more_ = read();
  }

  bool next(std::string_view& line) override {
    if (!more_) return false;
    key_ = views_.key;
    uint64_t sum = views_.count;
    while ((more_ = read()) && views_.key == key_) {
      sum = added(sum, views_.count);
    }
    line_.clear();
    append_key_count(key_, sum, line_);
    line = line_;
    return true;
  }

 private:
  bool read() {
    std::string_view line;
    if (!sorted_->next(line)) return false;
    ++number_;
    auto views = parse_key_count(line);
    if (!views) {
      throw lines::LineError(file_, number_, "is not \"key count\"");
    }
    views_ = *views;
    return true;
  }

  std::unique_ptr<lines::LineStream> sorted_;
  std::string file_;
  uint64_t number_ = 0;
  KeyCount views_;
  bool more_ = false;
  std::string key_;
  std::string line_;
};

}  // namespace

bool is_key(std::string_view text) {
  return !text.empty() &&
         std::none_of(text.begin(), text.end(), text::is_control_or_space);
}

std::optional<KeyCount> parse_key_count(std::string_view line) {
  const size_t space = line.rfind(' ');
  if (space == std::string_view::npos) return std::nullopt;
  auto count = text::whole_number(line.substr(space + 1));
  if (!count || !is_key(line.substr(0, space))) return std::nullopt;
  return KeyCount{line.substr(0, space), *count};
}

void append_key_count(std::string_view key, uint64_t count, std::string& line) {
  line += key;
  line += ' ';
  line += std::to_string(count);
}

std::unique_ptr<CountSource> joined_sources(
    std::unique_ptr<CountSource> first, std::unique_ptr<CountSource> second) {
  return std::make_unique<JoinedSources>(std::move(first), std::move(second));
}

std::unique_ptr<lines::LineStream> counted_lines(
    std::unique_ptr<CountSource> source, uint64_t memory) {
  return std::make_unique<CountedLines>(std::move(source), memory);
}

std::unique_ptr<lines::LineStream> summed_lines(
    std::unique_ptr<lines::LineStream> sorted, std::string file) {
  return std::make_unique<SummedLines>(std::move(sorted), std::move(file));
}

}  // namespace wax::rank
