#include "index/html/link_collector.h"

#include <utility>

#include "index/text/entities.h"
#include "index/text/text_builder.h"
#include "index/text/url_reference.h"

namespace wax::index {
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
    builder.append(cut_text(alt, kLongestAnchor), true, false);
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
  anchor.append(cut_text(text.substr(anchor_start_), kLongestAnchor), false,
                false);
  anchor_start_ = std::string_view::npos;
}

}  // namespace wax::index
