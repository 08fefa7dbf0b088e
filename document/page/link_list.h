// The links and images of a page, with their texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/html/html_tree.h"
#include "document/text/document.h"

namespace wax::document {

inline constexpr size_t kMostImages = 10'000;

// Collects references while a tree is walked, which must outlive it; they are
// resolved at the end, when the base is known.
class LinkList {
 public:
  // The first that is the URL of a page counts.
  void set_base(std::string_view page_url, std::string_view reference);
  void set_base_if_none(std::string_view page_url) {
    if (base_.empty()) base_ = page_url;
  }
  [[nodiscard]] const std::string& base() const { return base_; }

  void add_refresh(std::string_view reference);
  // Adds a link to what the attribute says. False if it does not lead to
  // another page, or there is no room for it.
  bool add(const Node& node, Attr attr, std::string_view text = {});
  // The link that was added last, and its text.
  [[nodiscard]] size_t last() const { return links_.size() - 1; }
  [[nodiscard]] std::string_view rel(size_t link) const {
    return links_[link].rel;
  }
  void add_text(size_t link, std::string text);

  void add_image(const Node& img);
  // A figure's images share its caption.
  void open_figure(const Node& figure) {
    figures_.push_back({&figure, images_.size(), 0});
  }
  [[nodiscard]] bool in_figure() const { return !figures_.empty(); }
  void add_caption(std::string text);
  void leave(const Node& element) {
    if (!figures_.empty() && figures_.back().node == &element) close_figure();
  }

  void resolve(Document& document);

 private:
  struct PendingLink {
    std::string_view reference;
    std::string_view rel;
    std::string text = {};
  };
  struct PendingImage {
    std::string_view reference;
    std::string_view alt;
    uint32_t caption = 0;  // 1 + its place in captions_
  };
  struct Figure {
    const Node* node;
    size_t first_image;
    uint32_t caption;
  };

  void close_figure();
  void resolve_links(Document& document);
  void resolve_images(Document& document);

  std::string base_;  // empty: none yet
  std::vector<PendingLink> links_;
  std::vector<PendingImage> images_;
  std::vector<std::string> captions_;
  std::vector<Figure> figures_;
};

}  // namespace wax::document
