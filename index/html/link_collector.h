// The links of a page, with the text of their anchors.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "index/html/html.h"

namespace wax::index {

class LinkCollector {
 public:
  // Links of a page captured at `url` are added to `text`, which outlives the
  // collector, within the limits of html.h. References and alternative texts
  // are attribute values with character references unresolved.
  LinkCollector(std::string_view url, PageText& text)
      : base_(url), text_(&text) {}

  // What later references are relative to. The first base that is a URL counts.
  void set_base(std::string_view reference);

  // Adds a link with the text `alt`. False when the reference is none to
  // another page, or there is no room for it.
  bool add(std::string_view reference, std::string_view alt);

  // Adds a link whose text is the content from `start` to where the content
  // ends when close_anchor() is called.
  void open_anchor(std::string_view reference, size_t start);
  // Does nothing when no anchor is open.
  void close_anchor();

 private:
  std::string base_;
  bool has_base_ = false;
  PageText* text_;
  size_t bytes_ = 0;                              // of all URLs
  size_t anchor_start_ = std::string_view::npos;  // in the content
  size_t anchor_link_ = 0;
  std::string value_;
};

}  // namespace wax::index
