#include "collection/versions/rendered_texts.h"

#include <utility>

#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "collection/segment/page_text.h"
#include "collection/segment/segment.h"
#include "collection/versions/segment_captures.h"
#include "index/upkeep/index_keys.h"
#include "text/utf8.h"
#include "warc/record/date.h"

namespace wax::collection {
namespace {

constexpr char kCapture = '1';
constexpr char kText = '2';
constexpr size_t kDate = 14;
// Crawlers round dates, and take that of a page before its record's.
constexpr int64_t kEarlier = 2;

std::string a_little_before(std::string_view date) {
  const auto seconds = warc::seconds_of_date(date);
  return seconds ? warc::date14_of_seconds(*seconds - kEarlier)
                 : std::string(date);
}

// Lines "pagekey TAB date kind position date version" of captures and texts: a
// text comes after the captures that were there before it.
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
        add_capture(key, at, line);
        return true;
      }
      const std::string url = cdx::page_of_record(key.urlkey);
      if (url.empty()) continue;
      const std::string page = cdx::url_key(segment_->kind(), url);
      ++*texts_;
      text::append_sane(page, line);
      ((line += '\t') += key.date) += kText;
      index::append_position(line, at);
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

  static void add_capture(const DocumentKey& key, uint64_t at,
                          std::string& line) {
    text::append_sane(key.urlkey, line);
    ((line += '\t') += a_little_before(key.date)) += kCapture;
    index::append_position(line, at);
    line += key.date;
    append_version_of(line, key, at);
  }

  const std::vector<std::string>* segments_;
  size_t own_;
  uint64_t* texts_;
  size_t next_ = 0;
  std::shared_ptr<SegmentReader> segment_;  // std::function copies
  uint64_t position_ = 0;
};

// Lines "version date position date": of a text, and its page's date.
class TextsOfVersions {
 public:
  explicit TextsOfVersions(std::shared_ptr<lines::LineStream> sorted)
      : sorted_(std::move(sorted)) {}

  bool operator()(std::string& line) {
    while (!ready_.empty() || read()) {
      if (ready_.empty()) continue;
      const std::string& text = ready_.back();
      line.append(version_).append(text).append(date_);
      ready_.pop_back();
      return true;
    }
    return false;
  }

 private:
  // The next line of the page; false after the last page.
  bool read() {
    std::string_view found;
    if (!sorted_->next(found)) return false;
    const size_t end = found.find('\t') + 1;
    if (found.substr(0, end) != page_) {
      page_ = found.substr(0, end);
      version_.clear();
      early_.clear();
    }
    found.remove_prefix(end);
    std::string text(found.substr(0, kDate));
    const char kind = found[kDate];
    found.remove_prefix(kDate + 1);
    text += found.substr(0, index::kPositionSize);
    if (kind == kCapture) {
      found.remove_prefix(index::kPositionSize);
      date_ = found.substr(0, kDate);
      version_ = found.substr(kDate);
      ready_.swap(early_);
    } else {
      (version_.empty() ? early_ : ready_).push_back(std::move(text));
    }
    return true;
  }

  std::shared_ptr<lines::LineStream> sorted_;
  std::string page_;
  std::string version_;  // of the last capture of the page; empty: none yet
  std::string date_;     // of that capture
  std::vector<std::string> early_;
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
