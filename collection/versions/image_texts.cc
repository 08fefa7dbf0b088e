#include <algorithm>

#include "cdx/url/url_key.h"
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

// Lines "urlkey 1 text" for what a page says of an image, and "urlkey 2
// position" for an image, with tabs between.
class ShownImages {
 public:
  explicit ShownImages(const std::vector<std::string>& segments)
      : segments_(&segments) {}

  bool operator()(std::string& line) {
    while (true) {
      if (segment_ && (image(line) || text(line))) return true;
      if (next_ == segments_->size()) return false;
      segment_ = std::make_shared<SegmentReader>((*segments_)[next_++]);
      more_keys_ = true;
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
        if (words.empty()) continue;
        cdx::append_url_key(segment_->kind(), shown.url, line);
        line.append(1, '\t').append(1, kShownText);
        for (char c : words) line += text::is_control_or_space(c) ? ' ' : c;
        ++at_;
        return true;
      }
      at_ = 0;
      if (!segment_->next_images(page_)) return false;
    }
  }

  const std::vector<std::string>* segments_;
  size_t next_ = 0;
  std::shared_ptr<SegmentReader> segment_;  // std::function copies
  bool more_keys_ = false;
  uint64_t position_ = 0;
  document::Document page_;
  size_t at_ = 0;  // of its images, alt and caption in turn
};

// Appends "position texts" of the next image that has any.
bool next_image(lines::LineStream& sorted, std::string& image,
                std::string& texts, std::string& line) {
  for (std::string_view found; sorted.next(found);) {
    size_t end = found.find('\t') + 1;
    if (found.substr(0, end) != image) {
      image = found.substr(0, end);
      texts.clear();
    }
    std::string_view rest = found.substr(end + 1);
    if (found[end] == kShownImage && !texts.empty()) {
      line.append(rest).append(texts);
      return true;
    }
    if (found[end] == kShownText &&
        texts.size() + rest.size() < kMostShownText) {
      if (!texts.empty()) texts += '\t';
      texts += rest;
    }
  }
  return false;
}

}  // namespace

ImageTexts::ImageTexts(const std::vector<std::string>& segments, bool any_image,
                       lines::SortOptions sort) {
  if (!any_image) return;
  sort.unique = true;
  std::shared_ptr<lines::LineStream> sorted =
      lines::sort_lines(lines::made_lines(ShownImages(segments)), sort);
  by_position_ = lines::sort_lines(
      lines::made_lines([sorted, image = std::string(),
                         texts = std::string()](std::string& line) mutable {
        return next_image(*sorted, image, texts, line);
      }),
      sort);
  advance();
}

std::string ImageTexts::take(uint64_t position) {
  while (has_line_ && index::position_of(line_) < position) advance();
  if (!has_line_ || index::position_of(line_) != position) return {};
  std::string texts(line_.substr(index::kPositionSize));
  std::replace(texts.begin(), texts.end(), '\t', '\n');
  return texts;
}

void ImageTexts::advance() { has_line_ = by_position_->next(line_); }

}  // namespace wax::collection
