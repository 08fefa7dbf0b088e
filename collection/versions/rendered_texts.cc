#include "collection/versions/rendered_texts.h"

#include <algorithm>
#include <utility>

#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "collection/segment/page_text.h"
#include "collection/segment/segment.h"
#include "collection/segment/text_capture.h"
#include "collection/versions/segment_captures.h"
#include "index/upkeep/index_keys.h"
#include "text/utf8.h"
#include "warc/record/date.h"

namespace wax::collection {
namespace {

// In this order, so that captures of URLs without texts need not be kept.
constexpr char kText = '1';
constexpr char kRevisit = '2';
constexpr char kBody = '3';
constexpr size_t kDate = 14;

// Lines "pagekey TAB kind date position version" of texts and captures.
class PagesAndTexts {
 public:
  PagesAndTexts(const std::vector<std::string>& segments, size_t own,
                uint64_t& texts)
      : segments_(&segments), own_(own), texts_(&texts) {}

  bool operator()(std::string& line) {
    DocumentKey key;
    while (next(key)) {
      const uint64_t at = position_++;
      if (key.date.size() != kDate) continue;
      if (!is_page_text(key.urlkey)) {
        text::append_sane(key.urlkey, line);
        add_rest(key.revisit ? kRevisit : kBody, key.date, at, line);
        append_version_of(line, key, at);
        return true;
      }
      const std::string url = cdx::page_of_record(key.urlkey);
      if (url.empty()) continue;
      const std::string page = cdx::url_key(segment_->kind(), url);
      ++*texts_;
      text::append_sane(page, line);
      add_rest(kText, key.date, at, line);
      return true;
    }
    return false;
  }

 private:
  bool next(DocumentKey& key) {
    while (!segment_ || !segment_->next_key(key)) {
      if (next_ == own_) return false;
      segment_ = std::make_shared<SegmentReader>((*segments_)[next_++]);
    }
    return true;
  }

  static void add_rest(char kind, std::string_view date, uint64_t at,
                       std::string& line) {
    ((line += '\t') += kind) += date;
    index::append_position(line, at);
  }

  const std::vector<std::string>* segments_;
  size_t own_;
  uint64_t* texts_;
  size_t next_ = 0;
  std::shared_ptr<SegmentReader> segment_;  // std::function copies
  uint64_t position_ = 0;
};

// Lines "version date position date": of a text, and of the capture it shows.
class TextsOfVersions {
 public:
  explicit TextsOfVersions(std::shared_ptr<lines::LineStream> sorted)
      : sorted_(std::move(sorted)) {}

  bool operator()(std::string& line) {
    while (ready_.empty()) {
      if (!read_page()) return false;
    }
    line += ready_.back();
    ready_.pop_back();
    return true;
  }

 private:
  // All lines of the next page; false after the last one.
  bool read_page() {
    if (!has_line_ && !advance()) return false;
    const std::string page(line_.substr(0, line_.find('\t') + 1));
    texts_.clear();
    captures_.clear();
    do {
      std::string_view rest = line_.substr(page.size());
      if (rest.front() == kText) {
        texts_.emplace_back(rest.substr(1));
      } else if (!texts_.empty()) {
        add_capture(rest);
      }
    } while (advance() && line_.starts_with(page));
    // Revisits came first.
    std::ranges::stable_sort(captures_, {}, &PageCapture::time);
    for (const std::string& text : texts_) add_text(text);
    return true;
  }

  bool advance() { return has_line_ = sorted_->next(line_); }

  void add_capture(std::string_view rest) {
    const auto time = warc::seconds_of_date(rest.substr(1, kDate));
    if (!time) return;
    captures_.push_back(
        {*time, std::string(rest.substr(1 + kDate + index::kPositionSize)),
         rest.front() == kBody});
  }

  void add_text(std::string_view text) {
    const auto time = warc::seconds_of_date(text.substr(0, kDate));
    if (!time) return;
    const auto found = capture_of_text(captures_, *time);
    if (!found) return;
    std::string& line = ready_.emplace_back(captures_[found->page].version);
    line += text;
    line += warc::date14_of_seconds(captures_[found->shown].time);
  }

  std::shared_ptr<lines::LineStream> sorted_;
  std::string_view line_;
  bool has_line_ = false;
  std::vector<std::string> texts_;  // "date position" of the page
  std::vector<PageCapture> captures_;
  std::vector<std::string> ready_;
};

}  // namespace

struct RenderedTexts::State {
  State(const std::vector<std::string>& segments_in, size_t own_in,
        const bool& any_in, lines::SortOptions sort_in)
      : segments(&segments_in),
        own(own_in),
        any(&any_in),
        sort(std::move(sort_in)),
        found(sort) {}

  void begin() {
    std::shared_ptr<lines::LineStream> sorted = lines::sort_lines(
        lines::made_lines(PagesAndTexts(*segments, own, texts)), sort);
    by_version = lines::sort_lines(
        lines::made_lines(TextsOfVersions(std::move(sorted))), sort);
    advance();
  }

  void advance() { has_line = by_version->next(line); }

  const std::vector<std::string>* segments;
  size_t own;
  const bool* any;
  lines::SortOptions sort;
  uint64_t texts = 0;
  uint64_t joined = 0;
  std::unique_ptr<lines::LineStream> by_version;
  lines::CollectedLines found;  // "position date position date"
  std::unique_ptr<lines::LineStream> by_position;
  std::string_view line;
  bool has_line = false;
};

RenderedTexts::RenderedTexts(const std::vector<std::string>& segments,
                             size_t own, const bool& any,
                             lines::SortOptions sort)
    : state_(std::make_unique<State>(segments, own, any, std::move(sort))) {}

RenderedTexts::~RenderedTexts() = default;

void RenderedTexts::add(std::string_view version, uint64_t position) {
  State& state = *state_;
  if (!*state.any) return;
  if (!state.by_version) state.begin();
  while (state.has_line) {
    const size_t size = index::version_size(state.line);
    const int order = state.line.substr(0, size).compare(version);
    if (order > 0) return;
    if (order == 0) {
      std::string found;
      index::append_position(found, position);
      found += state.line.substr(size);
      state.found.add(found);
      ++state.joined;
    }
    state.advance();
  }
}

std::vector<TextOfVersion> RenderedTexts::take(uint64_t position) {
  State& state = *state_;
  std::vector<TextOfVersion> texts;
  if (!state.by_version) return texts;
  if (!state.by_position) {
    state.by_position = state.found.sorted();
    state.has_line = state.by_position->next(state.line);
  }
  for (; state.has_line && index::position_of(state.line) <= position;
       state.has_line = state.by_position->next(state.line)) {
    if (index::position_of(state.line) < position) continue;
    const std::string_view text =
        state.line.substr(index::kPositionSize + kDate);
    texts.push_back({index::position_of(text),
                     std::string(text.substr(index::kPositionSize))});
  }
  return texts;
}

uint64_t RenderedTexts::texts() const { return state_->texts; }

uint64_t RenderedTexts::without_page() const {
  return state_->texts - state_->joined;
}

}  // namespace wax::collection
