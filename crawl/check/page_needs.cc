#include "crawl/check/page_needs.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "document/text/url_reference.h"
#include "document/view/srcset.h"
#include "text/ascii.h"

namespace wax::crawl {
namespace {

using document::Attr;
using document::Node;
using document::Tag;

class NeedList {
 public:
  explicit NeedList(std::string_view url) : base_(url) {}

  void set_base(std::string_view page, std::string_view reference) {
    std::string base;
    if (!has_base_ && document::append_resolved(page, reference, base)) {
      base_ = std::move(base);
      has_base_ = true;
    }
  }

  void add(Part part, const std::vector<std::string_view>& references,
           std::string_view srcset = {}) {
    Need need{part, {}};
    for (std::string_view reference : references) {
      // An image that scripts load later has such a reference.
      if (text::starts_with_ignoring_case(reference, "data:")) return;
      add_url(reference, need);
    }
    (void)document::viewed_srcset(srcset, [&](std::string_view reference) {
      add_url(reference, need);
      return std::string();
    });
    if (need.urls.empty() || !known_.insert(need.urls.front()).second) return;
    needs_.push_back(std::move(need));
  }

  std::vector<Need> take() { return std::move(needs_); }

 private:
  void add_url(std::string_view reference, Need& need) const {
    std::string url;
    if (!text::trim(reference, text::kHtmlSpace).empty() &&
        document::append_resolved(base_, reference, url)) {
      need.urls.push_back(std::move(url));
    }
  }

  std::string base_;
  bool has_base_ = false;
  std::unordered_set<std::string> known_;
  std::vector<Need> needs_;
};

bool is_style_sheet(std::string_view rel) {
  std::string words = ' ' + std::string(rel) + ' ';
  text::lower_case(words);
  return words.find(" stylesheet ") != words.npos &&
         words.find(" alternate ") == words.npos;
}

// A browser plays one of several sources.
void add_media(const Node& media, NeedList& needs) {
  std::vector<std::string_view> sources = {media.value(Attr::kSrc)};
  for (const Node* child = media.first_child; child; child = child->next) {
    if (child->is_html(Tag::kSource))
      sources.push_back(child->value(Attr::kSrc));
  }
  needs.add(Part::kMedia, sources);
}

void add_element(const Node& node, NeedList& needs) {
  switch (node.tag) {
    case Tag::kImg:
      needs.add(Part::kImage, {node.value(Attr::kSrc)},
                node.value(Attr::kSrcset));
      break;
    case Tag::kLink:
      if (is_style_sheet(node.value(Attr::kRel))) {
        needs.add(Part::kStyle, {node.value(Attr::kHref)});
      }
      break;
    case Tag::kScript:
      needs.add(Part::kScript, {node.value(Attr::kSrc)});
      break;
    case Tag::kVideo:
      needs.add(Part::kImage, {node.value(Attr::kPoster)});
      [[fallthrough]];
    case Tag::kAudio:
      add_media(node, needs);
      break;
    case Tag::kFrame:
    case Tag::kIframe:
      needs.add(Part::kFrame, {node.value(Attr::kSrc)});
      break;
    default:
      if (node.attribute(Attr::kBackground) != nullptr) {
        needs.add(Part::kImage, {node.value(Attr::kBackground)});
      }
  }
}

Part part_of_type(std::string_view type) {
  if (type == "image") return Part::kImage;
  if (type == "stylesheet") return Part::kStyle;
  if (type == "script") return Part::kScript;
  if (type == "media") return Part::kMedia;
  return type == "document" ? Part::kFrame : Part::kOther;
}

bool is_wanted(const document::AskedUrl& asked) {
  return text::starts_with_ignoring_case(asked.url, "http") &&
         asked.url.find("__wb_method=") == std::string::npos &&
         asked.error.find("BLOCKED") == std::string::npos &&
         asked.error.find("ABORTED") == std::string::npos;
}

}  // namespace

std::string_view name(Part part) {
  constexpr std::string_view kNames[] = {"image", "style", "script",
                                         "frame", "media", "other"};
  return kNames[static_cast<size_t>(part)];
}

std::vector<Need> page_needs(const document::HtmlTree& tree,
                             std::string_view url) {
  NeedList needs(url);
  const Node* root = tree.root();
  const Node* node = root;
  while (node != nullptr) {
    bool goes_in = true;
    if (node->kind == document::NodeKind::kElement &&
        node->ns == document::Namespace::kHtml) {
      if (node->tag == Tag::kBase) {
        needs.set_base(url, node->value(Attr::kHref));
      }
      // Browsers with scripts show nothing of it.
      goes_in = node->tag != Tag::kNoscript;
      if (goes_in) add_element(*node, needs);
    }
    node = goes_in ? next_in_order(node, root)
                   : next_skipping_children(node, root);
  }
  return needs.take();
}

std::vector<Need> asked_needs(const document::PageInfo& info) {
  std::vector<Need> needs;
  for (const document::AskedUrl& asked : info.asked) {
    if (is_wanted(asked)) {
      needs.push_back({part_of_type(asked.type), {asked.url}});
    }
  }
  return needs;
}

}  // namespace wax::crawl
