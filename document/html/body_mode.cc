#include "document/html/element_kinds.h"
#include "document/html/tree_builder.h"

namespace wax::document {
// The insertion mode of the body, and that of texts without markup.

void TreeBuilder::in_body(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      return in_body_text(token);
    case Kind::kStartTag:
      return in_body_start(token);
    case Kind::kEndTag:
      return in_body_end(token);
    case Kind::kComment:
      return insert_comment(token);
    case Kind::kDoctype:
      return;
    case Kind::kEndOfPage:
      if (!template_modes_.empty()) return in_template(token);
      return stop();
  }
}

void TreeBuilder::in_body_text(Token& token) {
  drop_nul(token);
  if (token.text.empty()) return;
  reconstruct_formatting();
  insert_text(token.text);
  if (frameset_ok_ && !is_all_space(token.text)) frameset_ok_ = false;
}

void TreeBuilder::start_html(Token& token) {
  if (open_templates_ == 0) add_missing_attributes(open_[0], token);
}

void TreeBuilder::start_body(Token& token) {
  if (open_.size() < 2 || !open_[1]->is_html(Tag::kBody) ||
      open_templates_ > 0) {
    return;
  }
  frameset_ok_ = false;
  add_missing_attributes(open_[1], token);
}

void TreeBuilder::start_frameset(Token& token) {
  if (open_.size() < 2 || !open_[1]->is_html(Tag::kBody) || !frameset_ok_ ||
      noframes_) {
    return;
  }
  remove(open_[1]);
  tree_->body_ = nullptr;
  while (open_.size() > 1) pop();
  insert_element(token);
  mode_ = Mode::kInFrameset;
}

// li, dd and dt.
void TreeBuilder::start_list_item(Token& token) {
  frameset_ok_ = false;
  for (size_t i = open_.size(), end = lowest_searched(); i-- > end;) {
    const Node& node = *open_[i];
    const bool same = token.tag == Tag::kLi
                          ? node.is_html(Tag::kLi)
                          : node.is_html(Tag::kDd) || node.is_html(Tag::kDt);
    if (same) {
      generate_implied_end_tags(node.tag);
      pop_until(node.tag);
      break;
    }
    if (is_special(node) && !node.is_html(Tag::kAddress) &&
        !node.is_html(Tag::kDiv) && !node.is_html(Tag::kP)) {
      break;
    }
  }
  if (p_in_button_scope()) close_p();
  insert_element(token);
}

void TreeBuilder::start_form(Token& token) {
  if (form_ && open_templates_ == 0) return;
  if (p_in_button_scope()) close_p();
  Node* node = insert_element(token);
  if (open_templates_ == 0) form_ = node;
}

void TreeBuilder::start_a(Token& token) {
  if (Node* open = find_formatting("a", Tag::kA)) {
    adoption_agency("a", Tag::kA);
    remove_formatting(open);
    remove_from_stack(open);
  }
  reconstruct_formatting();
  push_formatting(insert_element(token));
}

void TreeBuilder::start_input(Token& token) {
  if (context_ && context_->is_html(Tag::kSelect)) return;
  if (in_scope(Tag::kSelect)) pop_until(Tag::kSelect);
  reconstruct_formatting();
  insert_and_pop(token);
  if (!is_hidden_input(token)) frameset_ok_ = false;
}

void TreeBuilder::start_select(Token& token) {
  if (context_ && context_->is_html(Tag::kSelect)) return;
  if (in_scope(Tag::kSelect)) {
    pop_until(Tag::kSelect);
    return;
  }
  reconstruct_formatting();
  insert_element(token);
  frameset_ok_ = false;
}

void TreeBuilder::in_body_start(Token& token) {
  if (is_in_group(token.tag, kMetadata)) return in_head(token);
  if (token.tag == Tag::kP || is_in_group(token.tag, kBlock)) {
    if (p_in_button_scope()) close_p();
    insert_element(token);
    return;
  }
  if (is_heading(token.tag)) {
    if (p_in_button_scope()) close_p();
    if (current()->ns == Namespace::kHtml && is_heading(current()->tag)) pop();
    insert_element(token);
    return;
  }
  if (is_in_group(token.tag, kMarked)) {
    reconstruct_formatting();
    insert_element(token);
    formatting_.push_back(nullptr);
    frameset_ok_ = false;
    return;
  }
  switch (token.tag) {
    case Tag::kHtml:
      return start_html(token);
    case Tag::kBody:
      return start_body(token);
    case Tag::kFrameset:
      return start_frameset(token);
    case Tag::kPre:
    case Tag::kListing:
      if (p_in_button_scope()) close_p();
      insert_element(token);
      skip_line_end_ = true;
      frameset_ok_ = false;
      return;
    case Tag::kForm:
      return start_form(token);
    case Tag::kLi:
    case Tag::kDd:
    case Tag::kDt:
      return start_list_item(token);
    case Tag::kPlaintext:
      if (p_in_button_scope()) close_p();
      insert_element(token);
      tokenizer_.set_state(State::kPlaintext);
      return;
    case Tag::kButton:
      if (in_scope(Tag::kButton)) {
        generate_implied_end_tags();
        pop_until(Tag::kButton);
      }
      reconstruct_formatting();
      insert_element(token);
      frameset_ok_ = false;
      return;
    case Tag::kA:
      return start_a(token);
    case Tag::kNobr:
      reconstruct_formatting();
      if (in_scope(Tag::kNobr)) {
        adoption_agency("nobr", Tag::kNobr);
      }
      break;
    case Tag::kTable:
      if (tree_->quirks_mode_ != QuirksMode::kYes && p_in_button_scope()) {
        close_p();
      }
      insert_element(token);
      frameset_ok_ = false;
      mode_ = Mode::kInTable;
      return;
    case Tag::kImage:
      token.tag = Tag::kImg;
      token.text = tag_name(Tag::kImg);
      [[fallthrough]];
    case Tag::kArea:
    case Tag::kBr:
    case Tag::kEmbed:
    case Tag::kImg:
    case Tag::kKeygen:
    case Tag::kWbr:
      reconstruct_formatting();
      insert_and_pop(token);
      frameset_ok_ = false;
      return;
    case Tag::kInput:
      return start_input(token);
    case Tag::kParam:
    case Tag::kSource:
    case Tag::kTrack:
      insert_and_pop(token);
      return;
    case Tag::kHr:
      if (p_in_button_scope()) close_p();
      if (in_scope(Tag::kSelect)) generate_implied_end_tags();
      insert_and_pop(token);
      frameset_ok_ = false;
      return;
    case Tag::kTextarea:
      insert_raw(token, State::kRcdata);
      skip_line_end_ = true;
      frameset_ok_ = false;
      return;
    case Tag::kXmp:
      if (p_in_button_scope()) close_p();
      reconstruct_formatting();
      frameset_ok_ = false;
      insert_raw(token, State::kRawtext);
      return;
    case Tag::kIframe:
      frameset_ok_ = false;
      insert_raw(token, State::kRawtext);
      return;
    case Tag::kNoembed:
      insert_raw(token, State::kRawtext);
      return;
    case Tag::kNoscript:
      if (options_.scripting) {
        insert_raw(token, State::kRawtext);
        return;
      }
      break;
    case Tag::kSelect:
      return start_select(token);
    case Tag::kOption:
      if (in_scope(Tag::kSelect)) {
        generate_implied_end_tags(Tag::kOptgroup);
      } else if (current()->is_html(Tag::kOption)) {
        pop();
      }
      break;
    case Tag::kOptgroup:
      if (in_scope(Tag::kSelect)) {
        generate_implied_end_tags();
      } else if (current()->is_html(Tag::kOption)) {
        pop();
      }
      break;
    case Tag::kRb:
    case Tag::kRtc:
      if (in_scope(Tag::kRuby)) generate_implied_end_tags();
      insert_element(token);
      return;
    case Tag::kRp:
    case Tag::kRt:
      if (in_scope(Tag::kRuby)) generate_implied_end_tags(Tag::kRtc);
      insert_element(token);
      return;
    case Tag::kMath:
      reconstruct_formatting();
      start_foreign(token, Namespace::kMath);
      return;
    case Tag::kSvg:
      reconstruct_formatting();
      start_foreign(token, Namespace::kSvg);
      return;
    case Tag::kCaption:
    case Tag::kFrame:
    case Tag::kTbody:
    case Tag::kTd:
    case Tag::kTfoot:
    case Tag::kTh:
    case Tag::kThead:
    case Tag::kTr:
      return insert_mark(token);
    case Tag::kCol:
    case Tag::kColgroup:
    case Tag::kHead:
      return;
    default:
      break;
  }
  reconstruct_formatting();
  Node* element = insert_element(token);
  if (is_in_group(token.tag, kFormatting)) push_formatting(element);
}

void TreeBuilder::end_element_in_scope(Token& token) {
  if (!in_scope(token.tag)) return;
  generate_implied_end_tags();
  pop_until(token.tag);
}

void TreeBuilder::end_form() {
  if (open_templates_ > 0) {
    if (!in_scope(Tag::kForm)) return;
    generate_implied_end_tags();
    pop_until(Tag::kForm);
    return;
  }
  Node* node = form_;
  form_ = nullptr;
  if (!node || !in_scope(node)) return;
  generate_implied_end_tags();
  remove_from_stack(node);
}

void TreeBuilder::in_body_end(Token& token) {
  if (is_in_group(token.tag, kBlock)) return end_element_in_scope(token);
  if (is_in_group(token.tag, kFormatting)) {
    return adoption_agency(token.text, token.tag);
  }
  if (is_in_group(token.tag, kMarked)) {
    if (!in_scope(token.tag)) return;
    generate_implied_end_tags();
    pop_until(token.tag);
    clear_to_marker();
    return;
  }
  if (is_heading(token.tag)) {
    if (!heading_in_scope()) return;
    generate_implied_end_tags();
    while (current()->ns != Namespace::kHtml || !is_heading(current()->tag)) {
      pop();
    }
    pop();
    return;
  }
  switch (token.tag) {
    case Tag::kTemplate:
      return in_head(token);
    case Tag::kBody:
      if (in_scope(Tag::kBody)) mode_ = Mode::kAfterBody;
      return;
    case Tag::kHtml:
      if (!in_scope(Tag::kBody)) return;
      mode_ = Mode::kAfterBody;
      process(token);
      return;
    case Tag::kButton:
    case Tag::kListing:
    case Tag::kPre:
    case Tag::kSelect:
      return end_element_in_scope(token);
    case Tag::kForm:
      return end_form();
    case Tag::kP:
      if (!p_in_button_scope()) insert_implied(Tag::kP);
      close_p();
      return;
    case Tag::kLi:
      if (!in_scope(Tag::kLi, Scope::kListItem)) return;
      generate_implied_end_tags(Tag::kLi);
      pop_until(Tag::kLi);
      return;
    case Tag::kDd:
    case Tag::kDt:
      if (!in_scope(token.tag)) return;
      generate_implied_end_tags(token.tag);
      pop_until(token.tag);
      return;
    case Tag::kBr:
      reconstruct_formatting();
      insert_implied(Tag::kBr);
      pop();
      frameset_ok_ = false;
      return;
    case Tag::kNoscript:
      left_noscript_ = false;
      return any_other_end_tag(token.text, token.tag);
    case Tag::kTd:
    case Tag::kTh:
    case Tag::kTr:
      if (options_.lenient) return insert_mark(token);
      return any_other_end_tag(token.text, token.tag);
    default:
      return any_other_end_tag(token.text, token.tag);
  }
}

void TreeBuilder::text_mode(Token& token) {
  if (token.kind == Kind::kText) {
    insert_text(token.text);
    return;
  }
  const bool ended = token.kind == Kind::kEndTag &&
                     is_named(*current(), token.text, token.tag);
  pop();
  mode_ = original_mode_;
  if (!ended) process(token);
}

// An element without content, where the standard ignores the tag.
void TreeBuilder::insert_mark(Token& token) {
  if (!options_.lenient) return;
  if (token.kind == Kind::kEndTag) token.attributes.clear();
  insert_and_pop(token);
}

}  // namespace wax::document
