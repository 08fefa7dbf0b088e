#include "index/text/link_collector.h"

#include <utility>

#include "index/text/entities.h"
#include "index/text/text_builder.h"
#include "index/text/url_reference.h"
#include "text/utf8.h"

namespace wax::index {
namespace {

// At most kLongestAnchor bytes of UTF-8, cut between characters.
std::string_view anchor_text(std::string_view text) {
  if (text.size() <= kLongestAnchor) return text;
  size_t size = kLongestAnchor;
  while (size > 0 && text::continues_sequence(text[size])) --size;
  return text.substr(0, size);
}

}  // namespace

void LinkCollector::set_base(std::string_view reference) {
  if (has_base_) return;
  value_.clear();
  append_attribute(reference, value_);
  std::string resolved;
  if (!append_resolved(base_, value_, resolved)) return;
  base_ = std::move(resolved);
  has_base_ = true;
}

bool LinkCollector::add(std::string_view reference, std::string_view alt) {
  if (reference.starts_with('#')) return false;
  value_.clear();
  append_attribute(reference, value_);
  std::string url;
  if (!append_resolved(base_, value_, url)) {
    if (value_.size() > kLongestUrl) ++text_->links_dropped;
    return false;
  }
  if (text_->links.size() >= kMostLinks ||
      bytes_ + url.size() > kMostLinkBytes) {
    ++text_->links_dropped;
    return false;
  }
  bytes_ += url.size();
  Link& link = text_->links.emplace_back();
  link.url = std::move(url);
  if (!alt.empty()) {
    TextBuilder builder(link.text);
    builder.append(anchor_text(alt), true, false);
  }
  return true;
}

void LinkCollector::open_anchor(std::string_view reference, size_t start) {
  if (!add(reference, {})) return;
  anchor_start_ = start;
  anchor_link_ = text_->links.size() - 1;
}

void LinkCollector::close_anchor() {
  if (anchor_start_ == std::string_view::npos) return;
  std::string_view text = text_->content;
  TextBuilder anchor(text_->links[anchor_link_].text);
  anchor.append(anchor_text(text.substr(anchor_start_)), false, false);
  anchor_start_ = std::string_view::npos;
}

}  // namespace wax::index
