#include "document/html/tree_builder.h"

#include <string>

#include "document/html/element_kinds.h"
#include "text/ascii.h"

namespace wax::document {
TreeBuilder::TreeBuilder(HtmlTree& tree, std::string_view page,
                         const HtmlOptions& options)
    : tree_(&tree),
      arena_(&tree.arena_),
      page_(page),
      tokenizer_(page, tree.arena_),
      options_(options) {
  tree.root_ = new_node(NodeKind::kDocument);
  tree.html_ = tree.head_ = tree.body_ = nullptr;
  tree.quirks_mode_ = QuirksMode::kNo;
  tree.is_cut_ = false;
}

void TreeBuilder::run() { take_tokens(); }

void TreeBuilder::run_fragment(Namespace ns, std::string_view context) {
  std::string lower(context);
  text::lower_case(lower);
  context_ = new_element(arena_->copy(context), tag_of(lower), ns);
  if (ns == Namespace::kHtml) {
    const bool is_script_text =
        context_->tag == Tag::kNoscript && options_.scripting;
    tokenizer_.set_state(is_script_text ? State::kRawtext
                                        : state_within(context_->tag));
  }
  Node* html = new_element("html", Tag::kHtml, Namespace::kHtml);
  insert(html, {tree_->root_, nullptr});
  tree_->root_ = html;
  push(html);
  if (context_->is_html(Tag::kTemplate)) {
    template_modes_.push_back(Mode::kInTemplate);
  }
  reset_insertion_mode();
  if (context_->is_html(Tag::kForm)) form_ = context_;
  tokenizer_.allow_cdata(ns != Namespace::kHtml);
  take_tokens();
}

void TreeBuilder::take_tokens() {
  while (!stopped_) {
    tokenizer_.next(token_);
    if (skip_line_end_) {
      skip_line_end_ = false;
      if (token_.kind == Kind::kText && token_.text.starts_with('\n')) {
        token_.text.remove_prefix(1);
        if (token_.text.empty()) continue;
      }
    }
    process(token_);
    if (!open_.empty()) {
      tokenizer_.allow_cdata(adjusted_current()->ns != Namespace::kHtml);
    }
    if (arena_->used() > options_.most_memory && !stopped_) {
      take_rest();
      return;
    }
  }
}

// The rest of a page that took too much memory, as one text.
void TreeBuilder::take_rest() {
  tree_->is_cut_ = true;
  std::string& rest = tree_->rest_;
  rest.clear();
  Node* target = tree_->body_ ? tree_->body_ : open_[0];
  const size_t used = arena_->used();
  NodeArena scratch;
  tokenizer_.use_arena(scratch);
  bool shown = mode_ != Mode::kText;
  while (tokenizer_.next(token_)) {
    if (scratch.used() > used) scratch.clear();
    if (token_.kind == Kind::kText) {
      if (shown) rest += token_.text;
    } else if (token_.kind == Kind::kStartTag) {
      rest += ' ';
      shown = true;
      const State state = state_within(token_.tag);
      // The markup within noframes is read.
      if (state != State::kData && token_.tag != Tag::kNoframes) {
        tokenizer_.set_state(state, token_.text);
        shown = state == State::kRcdata || state == State::kPlaintext ||
                token_.tag == Tag::kXmp;
      }
    } else if (token_.kind == Kind::kEndTag) {
      rest += ' ';
      shown = true;
    }
  }
  if (is_all_space(rest)) return;
  Node* node = new_node(NodeKind::kText);
  node->text = rest;
  insert(node, {target, nullptr});
}

void TreeBuilder::process(Token& token) {
  if (noframes_ && token.kind == Kind::kEndTag && token.tag == Tag::kNoframes) {
    end_noframes();
    return;
  }
  const Node* node = open_.empty() ? nullptr : adjusted_current();
  if (!node || node->ns == Namespace::kHtml || token.kind == Kind::kEndOfPage) {
    process_by_mode(token, mode_);
    return;
  }
  const bool start = token.kind == Kind::kStartTag;
  const bool text = token.kind == Kind::kText;
  if ((is_math_text_point(*node) &&
       (text || (start && token.tag != Tag::kMglyph &&
                 token.tag != Tag::kMalignmark))) ||
      (node->ns == Namespace::kMath && node->tag == Tag::kAnnotationXml &&
       start && token.tag == Tag::kSvg) ||
      (is_html_point(*node) && (start || text))) {
    process_by_mode(token, mode_);
    return;
  }
  in_foreign_content(token);
}

void TreeBuilder::process_by_mode(Token& token, Mode mode) {
  switch (mode) {
    case Mode::kInitial:
      return initial(token);
    case Mode::kBeforeHtml:
      return before_html(token);
    case Mode::kBeforeHead:
      return before_head(token);
    case Mode::kInHead:
      return in_head(token);
    case Mode::kInHeadNoscript:
      return in_head_noscript(token);
    case Mode::kAfterHead:
      return after_head(token);
    case Mode::kInBody:
      return in_body(token);
    case Mode::kText:
      return text_mode(token);
    case Mode::kInTable:
      return in_table(token);
    case Mode::kInCaption:
      return in_caption(token);
    case Mode::kInColumnGroup:
      return in_column_group(token);
    case Mode::kInTableBody:
      return in_table_body(token);
    case Mode::kInRow:
      return in_row(token);
    case Mode::kInCell:
      return in_cell(token);
    case Mode::kInTemplate:
      return in_template(token);
    case Mode::kAfterBody:
      return after_body(token);
    case Mode::kInFrameset:
      return in_frameset(token);
    case Mode::kAfterFrameset:
      return after_frameset(token);
    case Mode::kAfterAfterBody:
      return after_after_body(token);
    case Mode::kAfterAfterFrameset:
      return after_after_frameset(token);
  }
}

void TreeBuilder::stop() { stopped_ = true; }

}  // namespace wax::document
