#include <utility>
#include <vector>

#include "document/html/element_kinds.h"
#include "document/html/tree_builder.h"

namespace wax::document {
// The insertion modes before the body, and in templates.

namespace {

// End tags that imply what is not open yet.
bool may_imply(Tag tag) {
  return tag == Tag::kHead || tag == Tag::kBody || tag == Tag::kHtml ||
         tag == Tag::kBr;
}

}  // namespace

// Doctypes, comments and the white space at the front of texts. False when more
// of the token is left.
bool TreeBuilder::take_between_elements(Token& token, bool keeps_space,
                                        Node* parent_of_comment) {
  if (token.kind == Kind::kComment) insert_comment(token, parent_of_comment);
  if (token.kind != Kind::kText) {
    return token.kind == Kind::kComment || token.kind == Kind::kDoctype;
  }
  std::string_view space = leading_space(token);
  if (keeps_space) insert_text(space);
  return token.text.empty();
}

void TreeBuilder::initial(Token& token) {
  if (token.kind == Kind::kText) {
    static_cast<void>(leading_space(token));
    if (token.text.empty()) return;
  }
  if (token.kind == Kind::kComment) {
    insert_comment(token, tree_->root_);
    return;
  }
  mode_ = Mode::kBeforeHtml;
  if (token.kind != Kind::kDoctype) {
    tree_->quirks_mode_ = QuirksMode::kYes;
    process(token);
    return;
  }
  Node* node = new_node(NodeKind::kDoctype);
  node->text = token.text;
  std::vector<NodeAttribute> ids;
  if (token.has_public) ids.push_back({"public", token.public_id});
  if (token.has_system) ids.push_back({"system", token.system_id});
  node->attribute_list = copy_attributes(ids);
  node->attribute_count = static_cast<uint32_t>(ids.size());
  insert(node, {tree_->root_, nullptr});
  tree_->quirks_mode_ = quirks_of(token);
}

void TreeBuilder::before_html(Token& token) {
  if (take_between_elements(token, false, tree_->root_)) return;
  if (token.kind == Kind::kEndTag && !may_imply(token.tag)) return;
  const bool stated = token.kind == Kind::kStartTag && token.tag == Tag::kHtml;
  Node* html = stated ? new_element(token, Namespace::kHtml)
                      : new_element("html", Tag::kHtml, Namespace::kHtml);
  insert(html, {tree_->root_, nullptr});
  tree_->html_ = html;
  push(html);
  mode_ = Mode::kBeforeHead;
  if (!stated) process(token);
}

void TreeBuilder::before_head(Token& token) {
  if (take_between_elements(token, false)) return;
  if (token.kind == Kind::kEndTag && !may_imply(token.tag)) return;
  if (token.kind == Kind::kStartTag && token.tag == Tag::kHtml) {
    return in_body(token);
  }
  const bool stated = token.kind == Kind::kStartTag && token.tag == Tag::kHead;
  tree_->head_ = stated ? insert_element(token) : insert_implied(Tag::kHead);
  mode_ = Mode::kInHead;
  if (!stated) process(token);
}

void TreeBuilder::in_head(Token& token) {
  if (take_between_elements(token, true)) return;
  if (token.kind == Kind::kStartTag) {
    switch (token.tag) {
      case Tag::kHtml:
        return in_body(token);
      case Tag::kBase:
      case Tag::kBasefont:
      case Tag::kBgsound:
      case Tag::kLink:
      case Tag::kMeta:
        return insert_and_pop(token);
      case Tag::kTitle:
        return insert_raw(token, State::kRcdata);
      case Tag::kNoscript:
        if (options_.scripting) return insert_raw(token, State::kRawtext);
        insert_element(token);
        mode_ = Mode::kInHeadNoscript;
        return;
      case Tag::kNoframes:
        if (options_.lenient) return start_noframes(token);
        return insert_raw(token, State::kRawtext);
      case Tag::kStyle:
        return insert_raw(token, State::kRawtext);
      case Tag::kScript:
        return insert_raw(token, State::kScript);
      case Tag::kTemplate:
        insert_element(token);
        formatting_.push_back(nullptr);
        frameset_ok_ = false;
        mode_ = Mode::kInTemplate;
        template_modes_.push_back(Mode::kInTemplate);
        return;
      case Tag::kHead:
        return;
      default:
        break;
    }
  }
  if (token.kind == Kind::kEndTag) {
    if (token.tag == Tag::kTemplate) return end_template();
    if (!may_imply(token.tag)) return;
  }
  pop();
  mode_ = Mode::kAfterHead;
  if (token.kind != Kind::kEndTag || token.tag != Tag::kHead) process(token);
}

void TreeBuilder::end_template() {
  if (open_templates_ == 0) return;
  generate_all_implied_end_tags();
  pop_until(Tag::kTemplate);
  clear_to_marker();
  template_modes_.pop_back();
  reset_insertion_mode();
}

// Treats noframes as body content in every mode.
void TreeBuilder::start_noframes(Token& token) {
  if (noframes_) return;
  noframes_ = insert_element(token);
  formatting_.push_back(nullptr);
  noframes_mode_ = mode_;
  mode_ = Mode::kInBody;
}

void TreeBuilder::end_noframes() {
  const Node* node = std::exchange(noframes_, nullptr);
  if (!node->is_open) return;
  while (current() != node) {
    if (current()->is_html(Tag::kTemplate)) {
      clear_to_marker();
      template_modes_.pop_back();
    }
    pop();
  }
  pop();
  clear_to_marker();
  mode_ = noframes_mode_;
}

void TreeBuilder::in_head_noscript(Token& token) {
  if (take_between_elements(token, true)) return;
  if (token.kind == Kind::kStartTag) {
    switch (token.tag) {
      case Tag::kHtml:
        return in_body(token);
      case Tag::kBasefont:
      case Tag::kBgsound:
      case Tag::kLink:
      case Tag::kMeta:
      case Tag::kNoframes:
      case Tag::kStyle:
        return in_head(token);
      case Tag::kHead:
      case Tag::kNoscript:
        return;
      default:
        break;
    }
  }
  const bool ends = token.kind == Kind::kEndTag && token.tag == Tag::kNoscript;
  if (token.kind == Kind::kEndTag && !ends && token.tag != Tag::kBr) return;
  pop();
  mode_ = Mode::kInHead;
  if (ends) return;
  left_noscript_ = true;
  process(token);
}

void TreeBuilder::after_head(Token& token) {
  if (take_between_elements(token, true)) return;
  if (token.kind == Kind::kStartTag) {
    if (is_in_group(token.tag, kMetadata)) {
      push(tree_->head_);
      in_head(token);
      remove_from_stack(tree_->head_);
      return;
    }
    switch (token.tag) {
      case Tag::kHtml:
        return in_body(token);
      case Tag::kBody:
        tree_->body_ = insert_element(token);
        frameset_ok_ = false;
        mode_ = Mode::kInBody;
        return;
      case Tag::kFrameset:
        insert_element(token);
        mode_ = Mode::kInFrameset;
        return;
      case Tag::kHead:
        return;
      default:
        break;
    }
  }
  if (token.kind == Kind::kEndTag) {
    if (token.tag == Tag::kTemplate) return in_head(token);
    if (token.tag == Tag::kHead || !may_imply(token.tag)) return;
  }
  tree_->body_ = insert_implied(Tag::kBody);
  mode_ = Mode::kInBody;
  process(token);
}

void TreeBuilder::in_template(Token& token) {
  switch (token.kind) {
    case Kind::kText:
    case Kind::kComment:
    case Kind::kDoctype:
      return in_body(token);
    case Kind::kEndTag:
      if (token.tag == Tag::kTemplate) in_head(token);
      return;
    case Kind::kEndOfPage:
      if (open_templates_ == 0) return stop();
      // All of them, as each mode within a template comes back to here. A page
      // decides how many are open.
      while (open_templates_ > 0) {
        pop_until(Tag::kTemplate);
        clear_to_marker();
        template_modes_.pop_back();
      }
      reset_insertion_mode();
      process(token);
      return;
    case Kind::kStartTag:
      break;
  }
  if (is_in_group(token.tag, kMetadata)) return in_head(token);
  Mode mode = Mode::kInBody;
  switch (token.tag) {
    case Tag::kCaption:
    case Tag::kColgroup:
    case Tag::kTbody:
    case Tag::kTfoot:
    case Tag::kThead:
      mode = Mode::kInTable;
      break;
    case Tag::kCol:
      mode = Mode::kInColumnGroup;
      break;
    case Tag::kTr:
      mode = Mode::kInTableBody;
      break;
    case Tag::kTd:
    case Tag::kTh:
      mode = Mode::kInRow;
      break;
    default:
      break;
  }
  template_modes_.back() = mode;
  mode_ = mode;
  process(token);
}

}  // namespace wax::document
