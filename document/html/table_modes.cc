#include "document/html/element_kinds.h"
#include "document/html/tree_builder.h"

namespace wax::document {
// The insertion modes of tables.

namespace {

bool is_row_group(Tag tag) {
  return tag == Tag::kTbody || tag == Tag::kTfoot || tag == Tag::kThead;
}

bool is_cell(Tag tag) { return tag == Tag::kTd || tag == Tag::kTh; }

// What a table is made of: such a start tag ends a caption or a cell.
bool is_table_structure(Tag tag) {
  return tag == Tag::kCaption || tag == Tag::kCol || tag == Tag::kColgroup ||
         tag == Tag::kTr || is_row_group(tag) || is_cell(tag);
}

// Whether an end tag does nothing in a part of a table that it does not end.
bool is_ignored_end(Tag tag) {
  return tag == Tag::kBody || tag == Tag::kHtml || is_table_structure(tag);
}

}  // namespace

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
        case Tag::kTemplate:
          return in_head(token);
        default:
          if (is_ignored_end(token.tag)) return;
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
  if (token.kind == Kind::kStartTag && is_table_structure(token.tag)) {
    if (end_caption()) process(token);
    return;
  }
  if (token.kind == Kind::kEndTag) {
    if (token.tag == Tag::kCaption) {
      end_caption();
      return;
    }
    if (token.tag == Tag::kTable) {
      if (end_caption()) process(token);
      return;
    }
    if (is_ignored_end(token.tag)) return;
  }
  in_body(token);
}

void TreeBuilder::in_column_group(Token& token) {
  if (take_between_elements(token, true)) return;
  if (token.kind == Kind::kEndOfPage) return in_body(token);
  const bool is_tag = token.kind != Kind::kText;
  const bool starts = token.kind == Kind::kStartTag;
  if (is_tag && token.tag == Tag::kTemplate) return in_head(token);
  if (starts && token.tag == Tag::kHtml) return in_body(token);
  if (starts && token.tag == Tag::kCol) return insert_and_pop(token);
  if (is_tag && token.tag == Tag::kCol) return;
  if (!current()->is_html(Tag::kColgroup)) return;
  pop();
  mode_ = Mode::kInTable;
  if (!is_tag || starts || token.tag != Tag::kColgroup) process(token);
}

void TreeBuilder::in_table_body(Token& token) {
  auto clear = [&] { clear_to({Tag::kTbody, Tag::kTfoot, Tag::kThead}); };
  bool leaves = false;
  if (token.kind == Kind::kStartTag) {
    if (token.tag == Tag::kTr) {
      clear();
      insert_element(token);
      mode_ = Mode::kInRow;
      return;
    }
    if (is_cell(token.tag)) {
      clear();
      insert_implied(Tag::kTr);
      mode_ = Mode::kInRow;
      process(token);
      return;
    }
    leaves = is_table_structure(token.tag);
  } else if (token.kind == Kind::kEndTag) {
    if (is_row_group(token.tag)) {
      if (!in_scope(token.tag, Scope::kTable)) return;
      clear();
      pop();
      mode_ = Mode::kInTable;
      return;
    }
    leaves = token.tag == Tag::kTable;
    if (is_ignored_end(token.tag)) return;
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
  const bool ends = token.kind == Kind::kEndTag && token.tag == Tag::kTr;
  bool leaves = ends;
  if (token.kind == Kind::kStartTag) {
    if (is_cell(token.tag)) {
      clear_to({Tag::kTr});
      insert_element(token);
      mode_ = Mode::kInCell;
      formatting_.push_back(nullptr);
      return;
    }
    leaves = is_table_structure(token.tag);
  } else if (token.kind == Kind::kEndTag && !ends) {
    leaves = token.tag == Tag::kTable || is_row_group(token.tag);
    if (!leaves && is_ignored_end(token.tag)) return;
    if (is_row_group(token.tag) && !in_scope(token.tag, Scope::kTable)) return;
  }
  if (!leaves) return in_table(token);
  if (!in_scope(Tag::kTr, Scope::kTable)) return;
  clear_to({Tag::kTr});
  pop();
  mode_ = Mode::kInTableBody;
  if (!ends) process(token);
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
  if (token.kind == Kind::kStartTag && is_table_structure(token.tag)) {
    if (!in_scope(Tag::kTd, Scope::kTable) &&
        !in_scope(Tag::kTh, Scope::kTable)) {
      return;
    }
    close_cell();
    process(token);
    return;
  }
  if (token.kind == Kind::kEndTag) {
    if (is_cell(token.tag)) {
      if (!in_scope(token.tag, Scope::kTable)) return;
      generate_implied_end_tags();
      pop_until(token.tag);
      clear_to_marker();
      mode_ = Mode::kInRow;
      return;
    }
    if (token.tag == Tag::kTable || token.tag == Tag::kTr ||
        is_row_group(token.tag)) {
      if (!in_scope(token.tag, Scope::kTable)) return;
      close_cell();
      process(token);
      return;
    }
    if (is_ignored_end(token.tag)) return;
  }
  in_body(token);
}

}  // namespace wax::document
