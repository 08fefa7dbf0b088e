#include <algorithm>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "cdx/url/url_key.h"
#include "collection/access/derived.h"
#include "collection/segment/segment.h"
#include "collection/versions/document_fields.h"
#include "document/text/document.h"
#include "index/upkeep/index_keys.h"
#include "text/ascii.h"

namespace wax::collection {
namespace {

// Enough for all that differ in more than a word.
constexpr size_t kMostShownText = 4096;
constexpr char kShownText = '1';
constexpr char kShownImage = '2';

// No key is so long, but those of pages that attack.
constexpr size_t kLongestSource = 8 << 10;
// Texts of images that are remembered, not to be written for each page again.
constexpr size_t kMostRemembered = 10'000;
// Between the texts of an image and the captures that they are of.
constexpr std::string_view kSaidBy = "\t\t";

// Lines "urlkey 1 text source" for what a page says of an image, and "urlkey 2
// position" for an image, with tabs between.
class ShownImages {
 public:
  explicit ShownImages(const std::vector<std::string>& segments)
      : segments_(&segments) {}

  bool operator()(std::string& line) {
    while (true) {
      if (segment_ && (image(line) || text(line))) return true;
      if (next_ == segments_->size()) return false;
      const std::string& name = (*segments_)[next_++];
      segment_ = std::make_shared<SegmentReader>(name);
      pages_ = std::make_shared<SegmentReader>(name);
      more_keys_ = true;
      page_number_ = 0;
    }
  }

 private:
  bool image(std::string& line) {
    for (DocumentKey key; more_keys_;) {
      more_keys_ = segment_->next_key(key);
      if (!more_keys_) break;
      ++position_;
      if (!key.is_image) continue;
      line.append(key.urlkey).append(1, '\t').append(1, kShownImage);
      index::append_position(line, position_ - 1);
      return true;
    }
    return false;
  }

  bool text(std::string& line) {
    while (true) {
      for (; at_ < 2 * page_.images.size(); ++at_) {
        const document::Image& shown = page_.images[at_ / 2];
        const std::string& words = at_ % 2 == 0 ? shown.alt : shown.caption;
        if (words.empty() || source_.size() > kLongestSource) continue;
        const size_t begin = line.size();
        cdx::append_url_key(segment_->kind(), shown.url, line);
        line.append(1, '\t').append(1, kShownText);
        for (char c : words) line += text::is_control_or_space(c) ? ' ' : c;
        if (is_remembered(line.substr(begin))) {
          line.resize(begin);
          continue;
        }
        line.append(1, '\t').append(source_);
        ++at_;
        return true;
      }
      at_ = 0;
      if (!next_page()) return false;
    }
  }

  bool next_page() {
    if (!segment_->next_images(page_)) {
      page_.images.clear();
      return false;
    }
    const uint64_t n = page_number_++;
    const bool has_text =
        std::ranges::any_of(page_.images, [](const document::Image& image) {
          return !image.alt.empty() || !image.caption.empty();
        });
    if (!has_text) return true;
    pages_->read(n, whole_page_);
    source_ = print_source(whole_page_.urlkey, whole_page_.digest,
                           whole_page_.date, whole_page_.url);
    return true;
  }

  bool is_remembered(std::string text) {
    if (said_.size() == kMostRemembered) said_.clear();
    return !said_.insert(std::move(text)).second;
  }

  const std::vector<std::string>* segments_;
  size_t next_ = 0;
  std::shared_ptr<SegmentReader> segment_;  // std::function copies
  std::shared_ptr<SegmentReader> pages_;    // the same, by position
  uint64_t page_number_ = 0;
  document::Document whole_page_;
  bool more_keys_ = false;
  uint64_t position_ = 0;
  document::Document page_;
  std::string source_;  // the capture of the page
  size_t at_ = 0;       // of its images, alt and caption in turn
  std::unordered_set<std::string> said_;
};

// Makes lines "position texts", two tabs, "sources", with tabs between, of the
// images that have any.
class TextsOfImages {
 public:
  explicit TextsOfImages(std::shared_ptr<lines::LineStream> sorted)
      : sorted_(std::move(sorted)) {}

  bool operator()(std::string& line) {
    for (std::string_view found; sorted_->next(found);) {
      const size_t end = found.find('\t') + 1;
      if (found.substr(0, end) != image_) {
        image_ = found.substr(0, end);
        texts_.clear();
        sources_.clear();
        last_.clear();
      }
      const std::string_view rest = found.substr(end + 1);
      if (found[end] == kShownText) {
        add(rest);
      } else if (!texts_.empty()) {
        line.append(rest).append(texts_);
        line += kSaidBy;
        for (const std::string& source : sources_) {
          if (&source != sources_.data()) line += '\t';
          line += source;
        }
        return true;
      }
    }
    return false;
  }

 private:
  // The first page that says a text stands for all that do.
  void add(std::string_view said) {
    const size_t tab = said.rfind('\t');
    const std::string_view text = said.substr(0, tab);
    if (text == last_) return;
    last_ = text;
    if (texts_.size() + text.size() >= kMostShownText) return;
    if (!texts_.empty()) texts_ += '\t';
    texts_ += text;
    const std::string_view source = said.substr(tab + 1);
    if (std::ranges::find(sources_, source) == sources_.end()) {
      sources_.emplace_back(source);
    }
  }

  std::shared_ptr<lines::LineStream> sorted_;
  std::string image_;
  std::string texts_;
  std::string last_;
  std::vector<std::string> sources_;
};

}  // namespace

ImageTexts::ImageTexts(const std::vector<std::string>& segments, bool any_image,
                       lines::SortOptions sort) {
  if (!any_image) return;
  sort.unique = true;
  std::shared_ptr<lines::LineStream> sorted =
      lines::sort_lines(lines::made_lines(ShownImages(segments)), sort);
  by_position_ = lines::sort_lines(
      lines::made_lines(TextsOfImages(std::move(sorted))), sort);
  advance();
}

ImageText ImageTexts::take(uint64_t position) {
  while (has_line_ && index::position_of(line_) < position) advance();
  if (!has_line_ || index::position_of(line_) != position) return {};
  ImageText said;
  std::string_view rest = line_.substr(index::kPositionSize);
  const size_t end = rest.find(kSaidBy);
  said.text = rest.substr(0, end);
  std::replace(said.text.begin(), said.text.end(), '\t', '\n');
  rest.remove_prefix(end + kSaidBy.size());
  while (!rest.empty()) {
    const size_t tab = std::min(rest.find('\t'), rest.size());
    said.said_by.emplace_back(rest.substr(0, tab));
    rest.remove_prefix(std::min(tab + 1, rest.size()));
  }
  return said;
}

void ImageTexts::advance() { has_line_ = by_position_->next(line_); }

}  // namespace wax::collection
