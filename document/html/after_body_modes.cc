#include "document/html/element_kinds.h"
#include "document/html/tree_builder.h"

namespace wax::document {
// The insertion modes after the body, and of pages of frames.

void TreeBuilder::after_body(Token& token) {
  if (token.kind == Kind::kEndTag && token.tag == Tag::kHtml) {
    if (!context_) mode_ = Mode::kAfterAfterBody;
    return;
  }
  after_all_of_body(token, open_[0]);
}

void TreeBuilder::after_after_body(Token& token) {
  after_all_of_body(token, tree_->root_);
}

void TreeBuilder::after_all_of_body(Token& token, Node* parent_of_comment) {
  switch (token.kind) {
    case Kind::kText: {
      Token space = token;
      space.text = leading_space(token);
      if (!space.text.empty()) in_body(space);
      if (token.text.empty()) return;
      break;
    }
    case Kind::kComment:
      return insert_comment(token, parent_of_comment);
    case Kind::kDoctype:
      return;
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      break;
    case Kind::kEndTag:
      break;
    case Kind::kEndOfPage:
      return stop();
  }
  mode_ = Mode::kInBody;
  process(token);
}

void TreeBuilder::in_frameset(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      return insert_text(only_spaces(token.text));
    case Kind::kComment:
      return insert_comment(token);
    case Kind::kDoctype:
      return;
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      if (token.tag == Tag::kFrameset) insert_element(token);
      if (token.tag == Tag::kFrame) insert_and_pop(token);
      if (token.tag == Tag::kNoframes) in_head(token);
      return;
    case Kind::kEndTag:
      if (token.tag != Tag::kFrameset || open_.size() == 1) return;
      pop();
      if (!context_ && !current()->is_html(Tag::kFrameset)) {
        mode_ = Mode::kAfterFrameset;
      }
      return;
    case Kind::kEndOfPage:
      return stop();
  }
}

void TreeBuilder::after_frameset(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      return insert_text(only_spaces(token.text));
    case Kind::kComment:
      return insert_comment(token);
    case Kind::kDoctype:
      return;
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      if (token.tag == Tag::kNoframes) in_head(token);
      return;
    case Kind::kEndTag:
      if (token.tag == Tag::kHtml) mode_ = Mode::kAfterAfterFrameset;
      return;
    case Kind::kEndOfPage:
      return stop();
  }
}

void TreeBuilder::after_after_frameset(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      token.text = only_spaces(token.text);
      if (!token.text.empty()) in_body(token);
      return;
    case Kind::kComment:
      return insert_comment(token, tree_->root_);
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      if (token.tag == Tag::kNoframes) in_head(token);
      return;
    case Kind::kDoctype:
    case Kind::kEndTag:
      return;
    case Kind::kEndOfPage:
      return stop();
  }
}

}  // namespace wax::document
