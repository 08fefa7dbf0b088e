#include "document/page/html_metadata.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "document/text/document.h"
#include "document/text/text_builder.h"
#include "text/ascii.h"
#include "text/json_writer.h"

namespace wax::document {
namespace {

struct Reference {
  Tag tag;
  std::string_view attribute;
  // What else of the element is told.
  std::array<std::string_view, 4> others = {};
};

constexpr Reference kReferences[] = {
    {Tag::kA, "href", {"target", "alt", "title", "rel"}},
    {Tag::kApplet, "codebase"},
    {Tag::kArea, "href", {"alt", "rel"}},
    {Tag::kEmbed, "src"},
    {Tag::kForm, "action", {"target", "method"}},
    {Tag::kFrame, "src"},
    {Tag::kIframe, "src"},
    {Tag::kImg, "src", {"alt", "title"}},
    {Tag::kInput, "src"},
    {Tag::kObject, "data"},
};
constexpr Reference kLinkTag = {Tag::kLink, "href", {"rel", "type"}};
constexpr Reference kScriptTag = {Tag::kScript, "src", {"type"}};

// A list of objects.
class ObjectList {
 public:
  // False: the list is full.
  bool open() {
    if (count_ == kMostLinks) return false;
    ++count_;
    text::JsonWriter(json_).open_element();
    return true;
  }
  void member(std::string_view name, std::string_view value) {
    text::JsonWriter(json_).add(name, value);
  }
  void close() { text::JsonWriter(json_).close(); }
  void add_members(const Node& node, std::span<const std::string_view> names) {
    for (std::string_view name : names) {
      const NodeAttribute* found =
          name.empty() ? nullptr : node.attribute(name);
      if (found != nullptr) member(name, found->value);
    }
  }
  void add_reference(const Node& node, const Reference& reference,
                     std::string_view text = {}) {
    const NodeAttribute* url = node.attribute(reference.attribute);
    if (url == nullptr || !open()) return;
    std::string path;
    for (char c : tag_name(node.tag)) path += text::to_upper(c);
    path.append("@/").append(reference.attribute);
    member("path", path);
    member("url", url->value);
    if (!text.empty()) member("text", text);
    add_members(node, reference.others);
    close();
  }
  // Appends ',"name":[...]' unless there are none.
  void append_to(std::string_view name, std::string& out) const {
    if (count_ == 0) return;
    text::JsonWriter(out).put_name(name);
    out.append(json_).append(1, ']');
  }

 private:
  std::string json_ = "[";
  size_t count_ = 0;
};

bool has_text(const Node& node) {
  return !node.is_html(Tag::kScript) && !node.is_html(Tag::kStyle);
}

std::string text_below(const Node& element, size_t most) {
  std::string all;
  const Node* node = &element;
  while (node != nullptr && all.size() < most) {
    if (node->kind == NodeKind::kText) all += node->text;
    node = has_text(*node) ? next_in_order(node, &element)
                           : next_skipping_children(node, &element);
  }
  std::string text;
  TextBuilder(text).append(cut_text(all, most), false, false);
  return text;
}

class Metadata {
 public:
  bool enter(const Node& node) {
    if (node.kind != NodeKind::kElement || node.ns != Namespace::kHtml) {
      return node.kind != NodeKind::kTemplateContents;
    }
    switch (node.tag) {
      case Tag::kTitle:
        if (title_.empty()) title_ = text_below(node, kLongestAnchor);
        return true;
      case Tag::kBase:
        if (base_.empty()) base_ = node.value(Attr::kHref);
        return true;
      case Tag::kMeta:
        add_meta(node);
        return true;
      case Tag::kLink:
        link_tags_.add_reference(node, kLinkTag);
        return true;
      case Tag::kScript:
        scripts_.add_reference(node, kScriptTag);
        return false;
      default:
        break;
    }
    if (const NodeAttribute* image = node.attribute(Attr::kBackground)) {
      if (!image->value.empty()) {
        links_.add_reference(node, {node.tag, "background"});
      }
    }
    const auto* found =
        std::ranges::find(kReferences, node.tag, &Reference::tag);
    if (found != std::end(kReferences)) {
      links_.add_reference(
          node, *found,
          node.tag == Tag::kA ? text_below(node, kLongestAnchor) : "");
    }
    return true;
  }
  void leave(const Node&) {}

  void append_to(std::string& out) const {
    out += '{';
    text::JsonWriter json(out);
    json.open("Head");
    if (!title_.empty()) json.add("Title", title_);
    if (!base_.empty()) json.add("Base", base_);
    metas_.append_to("Metas", out);
    link_tags_.append_to("Link", out);
    scripts_.append_to("Scripts", out);
    json.close();
    links_.append_to("Links", out);
    json.close();
  }

 private:
  void add_meta(const Node& node) {
    constexpr std::string_view kNames[] = {"name", "rel", "content",
                                           "http-equiv", "property"};
    if (std::ranges::none_of(kNames,
                             [&](std::string_view name) {
                               return node.attribute(name) != nullptr;
                             }) ||
        !metas_.open()) {
      return;
    }
    metas_.add_members(node, kNames);
    metas_.close();
  }

  std::string title_;
  std::string_view base_;
  ObjectList metas_;
  ObjectList link_tags_;
  ObjectList scripts_;
  ObjectList links_;
};

}  // namespace

void append_html_metadata(const HtmlTree& tree, std::string& json) {
  Metadata metadata;
  walk_tree(tree.root(), metadata);
  metadata.append_to(json);
}

}  // namespace wax::document
