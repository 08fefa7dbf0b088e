#include "document/html/element_kinds.h"
#include "document/html/tree_builder.h"

namespace wax::document {
// The insertion modes of tables.

void TreeBuilder::in_table_text(Token& token) {
  drop_nul(token);
  if (token.text.empty()) return;
  if (is_all_space(token.text)) {
    insert_text(token.text);
    return;
  }
  foster_parenting_ = true;
  in_body(token);
  foster_parenting_ = false;
}

void TreeBuilder::in_table(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      if (is_table_part(*current()) || current()->is_html(Tag::kTemplate)) {
        return in_table_text(token);
      }
      break;
    case Kind::kComment:
      return insert_comment(token);
    case Kind::kDoctype:
      return;
    case Kind::kEndOfPage:
      return in_body(token);
    case Kind::kStartTag:
      switch (token.tag) {
        case Tag::kCaption:
          clear_to({Tag::kTable});
          formatting_.push_back(nullptr);
          insert_element(token);
          mode_ = Mode::kInCaption;
          return;
        case Tag::kColgroup:
          clear_to({Tag::kTable});
          insert_element(token);
          mode_ = Mode::kInColumnGroup;
          return;
        case Tag::kCol:
          clear_to({Tag::kTable});
          insert_implied(Tag::kColgroup);
          mode_ = Mode::kInColumnGroup;
          process(token);
          return;
        case Tag::kTbody:
        case Tag::kTfoot:
        case Tag::kThead:
          clear_to({Tag::kTable});
          insert_element(token);
          mode_ = Mode::kInTableBody;
          return;
        case Tag::kTd:
        case Tag::kTh:
        case Tag::kTr:
          clear_to({Tag::kTable});
          insert_implied(Tag::kTbody);
          mode_ = Mode::kInTableBody;
          process(token);
          return;
        case Tag::kTable:
          if (!in_scope(Tag::kTable, Scope::kTable)) return;
          pop_until(Tag::kTable);
          reset_insertion_mode();
          process(token);
          return;
        case Tag::kStyle:
        case Tag::kScript:
        case Tag::kTemplate:
          return in_head(token);
        case Tag::kInput:
          if (!is_hidden_input(token)) break;
          insert_and_pop(token);
          return;
        case Tag::kForm:
          if (open_templates_ > 0 || form_) return;
          form_ = insert_element(token);
          pop();
          return;
        default:
          break;
      }
      break;
    case Kind::kEndTag:
      switch (token.tag) {
        case Tag::kTable:
          if (!in_scope(Tag::kTable, Scope::kTable)) return;
          pop_until(Tag::kTable);
          reset_insertion_mode();
          return;
        case Tag::kBody:
        case Tag::kCaption:
        case Tag::kCol:
        case Tag::kColgroup:
        case Tag::kHtml:
        case Tag::kTbody:
        case Tag::kTd:
        case Tag::kTfoot:
        case Tag::kTh:
        case Tag::kThead:
        case Tag::kTr:
          return;
        case Tag::kTemplate:
          return in_head(token);
        default:
          break;
      }
      break;
  }
  foster_parenting_ = true;
  in_body(token);
  foster_parenting_ = false;
}

// False when there is no caption to end.
bool TreeBuilder::end_caption() {
  if (!in_scope(Tag::kCaption, Scope::kTable)) return false;
  generate_implied_end_tags();
  pop_until(Tag::kCaption);
  clear_to_marker();
  mode_ = Mode::kInTable;
  return true;
}

void TreeBuilder::in_caption(Token& token) {
  if (token.kind == Kind::kStartTag) {
    switch (token.tag) {
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kTbody:
      case Tag::kTd:
      case Tag::kTfoot:
      case Tag::kTh:
      case Tag::kThead:
      case Tag::kTr:
        if (end_caption()) process(token);
        return;
      default:
        break;
    }
  } else if (token.kind == Kind::kEndTag) {
    switch (token.tag) {
      case Tag::kCaption:
        end_caption();
        return;
      case Tag::kTable:
        if (end_caption()) process(token);
        return;
      case Tag::kBody:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kHtml:
      case Tag::kTbody:
      case Tag::kTd:
      case Tag::kTfoot:
      case Tag::kTh:
      case Tag::kThead:
      case Tag::kTr:
        return;
      default:
        break;
    }
  }
  in_body(token);
}

void TreeBuilder::in_column_group(Token& token) {
  switch (token.kind) {
    case Kind::kText:
      insert_text(leading_space(token));
      if (token.text.empty()) return;
      break;
    case Kind::kComment:
      return insert_comment(token);
    case Kind::kDoctype:
      return;
    case Kind::kEndOfPage:
      return in_body(token);
    case Kind::kStartTag:
      if (token.tag == Tag::kHtml) return in_body(token);
      if (token.tag == Tag::kTemplate) return in_head(token);
      if (token.tag == Tag::kCol) return insert_and_pop(token);
      break;
    case Kind::kEndTag:
      if (token.tag == Tag::kCol) return;
      if (token.tag == Tag::kTemplate) return in_head(token);
      if (token.tag == Tag::kColgroup) {
        if (!current()->is_html(Tag::kColgroup)) return;
        pop();
        mode_ = Mode::kInTable;
        return;
      }
      break;
  }
  if (!current()->is_html(Tag::kColgroup)) return;
  pop();
  mode_ = Mode::kInTable;
  process(token);
}

void TreeBuilder::in_table_body(Token& token) {
  auto clear = [&] { clear_to({Tag::kTbody, Tag::kTfoot, Tag::kThead}); };
  bool leaves = false;
  if (token.kind == Kind::kStartTag) {
    switch (token.tag) {
      case Tag::kTr:
        clear();
        insert_element(token);
        mode_ = Mode::kInRow;
        return;
      case Tag::kTh:
      case Tag::kTd:
        clear();
        insert_implied(Tag::kTr);
        mode_ = Mode::kInRow;
        process(token);
        return;
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kTbody:
      case Tag::kTfoot:
      case Tag::kThead:
        leaves = true;
        break;
      default:
        break;
    }
  } else if (token.kind == Kind::kEndTag) {
    switch (token.tag) {
      case Tag::kTbody:
      case Tag::kTfoot:
      case Tag::kThead:
        if (!in_scope(token.tag, Scope::kTable)) return;
        clear();
        pop();
        mode_ = Mode::kInTable;
        return;
      case Tag::kTable:
        leaves = true;
        break;
      case Tag::kBody:
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kHtml:
      case Tag::kTd:
      case Tag::kTh:
      case Tag::kTr:
        return;
      default:
        break;
    }
  }
  if (!leaves) return in_table(token);
  if (!in_scope(Tag::kTbody, Scope::kTable) &&
      !in_scope(Tag::kThead, Scope::kTable) &&
      !in_scope(Tag::kTfoot, Scope::kTable)) {
    return;
  }
  clear();
  pop();
  mode_ = Mode::kInTable;
  process(token);
}

void TreeBuilder::in_row(Token& token) {
  bool leaves = false;
  if (token.kind == Kind::kStartTag) {
    switch (token.tag) {
      case Tag::kTh:
      case Tag::kTd:
        clear_to({Tag::kTr});
        insert_element(token);
        mode_ = Mode::kInCell;
        formatting_.push_back(nullptr);
        return;
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kTbody:
      case Tag::kTfoot:
      case Tag::kThead:
      case Tag::kTr:
        leaves = true;
        break;
      default:
        break;
    }
  } else if (token.kind == Kind::kEndTag) {
    switch (token.tag) {
      case Tag::kTr:
        if (!in_scope(Tag::kTr, Scope::kTable)) return;
        clear_to({Tag::kTr});
        pop();
        mode_ = Mode::kInTableBody;
        return;
      case Tag::kTbody:
      case Tag::kTfoot:
      case Tag::kThead:
        if (!in_scope(token.tag, Scope::kTable)) return;
        leaves = true;
        break;
      case Tag::kTable:
        leaves = true;
        break;
      case Tag::kBody:
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kHtml:
      case Tag::kTd:
      case Tag::kTh:
        return;
      default:
        break;
    }
  }
  if (!leaves) return in_table(token);
  if (!in_scope(Tag::kTr, Scope::kTable)) return;
  clear_to({Tag::kTr});
  pop();
  mode_ = Mode::kInTableBody;
  process(token);
}

void TreeBuilder::close_cell() {
  generate_implied_end_tags();
  while (open_.size() > 1 && !current()->is_html(Tag::kTd) &&
         !current()->is_html(Tag::kTh)) {
    pop();
  }
  if (open_.size() > 1) pop();
  clear_to_marker();
  mode_ = Mode::kInRow;
}

void TreeBuilder::in_cell(Token& token) {
  if (token.kind == Kind::kStartTag) {
    switch (token.tag) {
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kTbody:
      case Tag::kTd:
      case Tag::kTfoot:
      case Tag::kTh:
      case Tag::kThead:
      case Tag::kTr:
        if (!in_scope(Tag::kTd, Scope::kTable) &&
            !in_scope(Tag::kTh, Scope::kTable)) {
          return;
        }
        close_cell();
        process(token);
        return;
      default:
        break;
    }
  } else if (token.kind == Kind::kEndTag) {
    switch (token.tag) {
      case Tag::kTd:
      case Tag::kTh:
        if (!in_scope(token.tag, Scope::kTable)) return;
        generate_implied_end_tags();
        pop_until(token.tag);
        clear_to_marker();
        mode_ = Mode::kInRow;
        return;
      case Tag::kBody:
      case Tag::kCaption:
      case Tag::kCol:
      case Tag::kColgroup:
      case Tag::kHtml:
        return;
      case Tag::kTable:
      case Tag::kTbody:
      case Tag::kTfoot:
      case Tag::kThead:
      case Tag::kTr:
        if (!in_scope(token.tag, Scope::kTable)) return;
        close_cell();
        process(token);
        return;
      default:
        break;
    }
  }
  in_body(token);
}

}  // namespace wax::document
