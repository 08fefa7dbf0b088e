#include <string>
#include <utility>
#include <vector>

#include "document/html/doctype_quirks.h"
#include "document/html/element_kinds.h"
#include "document/html/tree_builder.h"

namespace wax::document {
// The insertion modes before the body, and in templates.

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
  Node* html = nullptr;
  switch (token.kind) {
    case Kind::kDoctype:
      return;
    case Kind::kComment:
      insert_comment(token, tree_->root_);
      return;
    case Kind::kText:
      static_cast<void>(leading_space(token));
      if (token.text.empty()) return;
      break;
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) html = new_element(token, Namespace::kHtml);
      break;
    case Kind::kEndTag:
      if (token.tag != Tag::kHead && token.tag != Tag::kBody &&
          token.tag != Tag::kHtml && token.tag != Tag::kBr) {
        return;
      }
      break;
    case Kind::kEndOfPage:
      break;
  }
  const bool stated = html != nullptr;
  if (!stated) html = new_element("html", Tag::kHtml, Namespace::kHtml);
  insert(html, {tree_->root_, nullptr});
  tree_->html_ = html;
  push(html);
  mode_ = Mode::kBeforeHead;
  if (!stated) process(token);
}

void TreeBuilder::before_head(Token& token) {
  switch (token.kind) {
    case Kind::kDoctype:
      return;
    case Kind::kComment:
      insert_comment(token);
      return;
    case Kind::kText:
      static_cast<void>(leading_space(token));
      if (token.text.empty()) return;
      break;
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      if (token.tag == Tag::kHead) {
        tree_->head_ = insert_element(token);
        mode_ = Mode::kInHead;
        return;
      }
      break;
    case Kind::kEndTag:
      if (token.tag != Tag::kHead && token.tag != Tag::kBody &&
          token.tag != Tag::kHtml && token.tag != Tag::kBr) {
        return;
      }
      break;
    case Kind::kEndOfPage:
      break;
  }
  tree_->head_ = insert_implied(Tag::kHead);
  mode_ = Mode::kInHead;
  process(token);
}

void TreeBuilder::in_head(Token& token) {
  switch (token.kind) {
    case Kind::kDoctype:
      return;
    case Kind::kComment:
      insert_comment(token);
      return;
    case Kind::kText:
      insert_text(leading_space(token));
      if (token.text.empty()) return;
      break;
    case Kind::kStartTag:
      switch (token.tag) {
        case Tag::kHtml:
          return in_body(token);
        case Tag::kBase:
        case Tag::kBasefont:
        case Tag::kBgsound:
        case Tag::kLink:
        case Tag::kMeta:
          insert_and_pop(token);
          return;
        case Tag::kTitle:
          insert_raw(token, State::kRcdata);
          return;
        case Tag::kNoscript:
          if (options_.scripting) {
            insert_raw(token, State::kRawtext);
          } else {
            insert_element(token);
            mode_ = Mode::kInHeadNoscript;
          }
          return;
        case Tag::kNoframes:
          if (options_.lenient) {
            start_noframes(token);
          } else {
            insert_raw(token, State::kRawtext);
          }
          return;
        case Tag::kStyle:
          insert_raw(token, State::kRawtext);
          return;
        case Tag::kScript:
          insert_raw(token, State::kScript);
          return;
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
      break;
    case Kind::kEndTag:
      switch (token.tag) {
        case Tag::kHead:
          pop();
          mode_ = Mode::kAfterHead;
          return;
        case Tag::kBody:
        case Tag::kHtml:
        case Tag::kBr:
          break;
        case Tag::kTemplate:
          end_template();
          return;
        default:
          return;
      }
      break;
    case Kind::kEndOfPage:
      break;
  }
  pop();
  mode_ = Mode::kAfterHead;
  process(token);
}

void TreeBuilder::end_template() {
  if (open_templates_ == 0) return;
  generate_all_implied_end_tags();
  pop_until(Tag::kTemplate);
  clear_to_marker();
  template_modes_.pop_back();
  reset_insertion_mode();
}

// As an element of the body, wherever it stands.
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
  switch (token.kind) {
    case Kind::kDoctype:
      return;
    case Kind::kComment:
      insert_comment(token);
      return;
    case Kind::kText:
      insert_text(leading_space(token));
      if (token.text.empty()) return;
      break;
    case Kind::kStartTag:
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
      break;
    case Kind::kEndTag:
      if (token.tag == Tag::kNoscript) {
        pop();
        mode_ = Mode::kInHead;
        return;
      }
      if (token.tag != Tag::kBr) return;
      break;
    case Kind::kEndOfPage:
      break;
  }
  pop();
  left_noscript_ = true;
  mode_ = Mode::kInHead;
  process(token);
}

void TreeBuilder::after_head(Token& token) {
  switch (token.kind) {
    case Kind::kDoctype:
      return;
    case Kind::kComment:
      insert_comment(token);
      return;
    case Kind::kText:
      insert_text(leading_space(token));
      if (token.text.empty()) return;
      break;
    case Kind::kStartTag:
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
        case Tag::kBase:
        case Tag::kBasefont:
        case Tag::kBgsound:
        case Tag::kLink:
        case Tag::kMeta:
        case Tag::kNoframes:
        case Tag::kScript:
        case Tag::kStyle:
        case Tag::kTemplate:
        case Tag::kTitle:
          push(tree_->head_);
          in_head(token);
          remove_from_stack(tree_->head_);
          return;
        case Tag::kHead:
          return;
        default:
          break;
      }
      break;
    case Kind::kEndTag:
      if (token.tag == Tag::kTemplate) return in_head(token);
      if (token.tag != Tag::kBody && token.tag != Tag::kHtml &&
          token.tag != Tag::kBr) {
        return;
      }
      break;
    case Kind::kEndOfPage:
      break;
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
  Mode mode = Mode::kInBody;
  switch (token.tag) {
    case Tag::kBase:
    case Tag::kBasefont:
    case Tag::kBgsound:
    case Tag::kLink:
    case Tag::kMeta:
    case Tag::kNoframes:
    case Tag::kScript:
    case Tag::kStyle:
    case Tag::kTemplate:
    case Tag::kTitle:
      return in_head(token);
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
