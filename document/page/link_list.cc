#include "document/page/link_list.h"

#include <utility>

#include "document/charset/query_encoding.h"
#include "document/text/nfc.h"
#include "document/text/text_builder.h"
#include "document/text/url_reference.h"
#include "text/ascii.h"

namespace wax::document {
namespace {

std::string short_text(std::string_view text) {
  std::string out;
  TextBuilder(out).append(cut_text(text, kLongestAnchor), false, false);
  return out;
}

}  // namespace

void LinkList::set_base(std::string_view page_url, std::string_view reference) {
  if (base_.empty() && !reference.empty()) {
    (void)append_resolved(page_url, reference, base_);
  }
}

void LinkList::add_refresh(std::string_view reference) {
  if (links_.size() < 2 * kMostLinks) links_.push_back({reference, {}});
}

bool LinkList::add(const Node& node, Attr attr, std::string_view text) {
  const NodeAttribute* reference = node.attribute(attr);
  if (reference == nullptr || reference->value.starts_with('#')) return false;
  // An element that the tree builder has split is one link.
  if (!links_.empty() &&
      links_.back().reference.data() == reference->value.data()) {
    return true;
  }
  if (links_.size() >= 2 * kMostLinks) return false;
  links_.push_back({reference->value, node.value(Attr::kRel)});
  if (!text.empty()) links_.back().text = short_text(text);
  return true;
}

void LinkList::add_text(size_t link, std::string text) {
  std::string& all = links_[link].text;
  if (all.empty()) {
    all = std::move(text);
  } else if (!text.empty() && all.size() + text.size() < kLongestAnchor) {
    all.append(" ").append(text);
  }
}

void LinkList::add_image(const Node& img) {
  std::string_view source = img.value(Attr::kSrc);
  if (source.empty() || source.starts_with("data:")) {
    // Scripts replace these when the image scrolls into view.
    for (Attr attr :
         {Attr::kDataSrc, Attr::kDataLazySrc, Attr::kDataOriginal}) {
      std::string_view lazy = img.value(attr);
      if (!lazy.empty()) source = lazy;
    }
  }
  if (source.empty() || source.starts_with("data:")) return;
  if (images_.size() < kMostImages) {
    images_.push_back({source, img.value(Attr::kAlt)});
  }
}

void LinkList::add_caption(std::string text) {
  if (figures_.empty() || text.empty()) return;
  captions_.push_back(std::move(text));
  figures_.back().caption = static_cast<uint32_t>(captions_.size());
}

void LinkList::close_figure() {
  const Figure figure = figures_.back();
  figures_.pop_back();
  if (figure.caption == 0) return;
  for (size_t i = figure.first_image; i < images_.size(); ++i) {
    if (images_[i].caption == 0) images_[i].caption = figure.caption;
  }
}

void LinkList::resolve(Document& document) {
  resolve_links(document);
  resolve_images(document);
}

void LinkList::resolve_links(Document& document) {
  size_t bytes = 0;
  for (PendingLink& pending : links_) {
    std::string url;
    if (!append_resolved(
            base_, with_encoded_query(pending.reference, document.charset),
            url)) {
      continue;
    }
    if (document.links.size() >= kMostLinks ||
        bytes + url.size() > kMostLinkBytes) {
      continue;
    }
    bytes += url.size();
    Link& link = document.links.emplace_back();
    link.url = std::move(url);
    link.text = std::move(pending.text);
    compose(link.text);
    if (!pending.rel.empty()) {
      link.rel = short_text(pending.rel);
      text::lower_case(link.rel);
    }
  }
}

void LinkList::resolve_images(Document& document) {
  size_t bytes = 0;
  for (const PendingImage& pending : images_) {
    std::string url;
    if (!append_resolved(
            base_, with_encoded_query(pending.reference, document.charset),
            url)) {
      continue;
    }
    bytes += url.size();
    if (bytes > kMostLinkBytes) return;
    Image& image = document.images.emplace_back();
    image.url = std::move(url);
    image.alt = short_text(pending.alt);
    compose(image.alt);
    if (pending.caption > 0) {
      image.caption = captions_[pending.caption - 1];
      compose(image.caption);
    }
  }
}

}  // namespace wax::document
