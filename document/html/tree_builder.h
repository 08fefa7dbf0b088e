// Tree construction of the HTML standard (13.2.6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "document/html/html_tokenizer.h"
#include "document/html/html_tree.h"

namespace wax::document {

// Builds one tree. The names of the functions are those of the standard. The
// insertion modes are in head_modes.cc, body_mode.cc, table_modes.cc,
// after_body_modes.cc and foreign_content.cc.
class TreeBuilder {
 public:
  // `page` has no "\r".
  TreeBuilder(HtmlTree& tree, std::string_view page,
              const HtmlOptions& options);

  void run();
  void run_fragment(Namespace ns, std::string_view context);

 private:
  using Token = HtmlToken;
  using Kind = HtmlToken::Kind;
  using State = HtmlTokenizer::State;

  enum class Mode : uint8_t {
    kInitial,
    kBeforeHtml,
    kBeforeHead,
    kInHead,
    kInHeadNoscript,
    kAfterHead,
    kInBody,
    kText,
    kInTable,
    kInCaption,
    kInColumnGroup,
    kInTableBody,
    kInRow,
    kInCell,
    kInTemplate,
    kAfterBody,
    kInFrameset,
    kAfterFrameset,
    kAfterAfterBody,
    kAfterAfterFrameset,
  };

  // What bounds a search for an open element.
  enum class Scope : uint8_t { kUsual, kListItem, kButton, kTable };

  // Where a node goes: before `before`, or at the end.
  struct Place {
    Node* parent;
    Node* before;
  };

  void take_tokens();
  void process(Token& token);
  void process_by_mode(Token& token, Mode mode);
  void stop();

  [[nodiscard]] bool take_between_elements(Token& token, bool keeps_space,
                                           Node* parent_of_comment = nullptr);
  void initial(Token& token);
  void before_html(Token& token);
  void before_head(Token& token);
  void in_head(Token& token);
  void in_head_noscript(Token& token);
  void after_head(Token& token);
  void in_body(Token& token);
  void in_body_text(Token& token);
  void in_body_start(Token& token);
  void in_body_end(Token& token);
  void text_mode(Token& token);
  void in_table(Token& token);
  void in_table_text(Token& token);
  void in_caption(Token& token);
  void in_column_group(Token& token);
  void in_table_body(Token& token);
  void in_row(Token& token);
  void in_cell(Token& token);
  void in_template(Token& token);
  void after_body(Token& token);
  void in_frameset(Token& token);
  void after_frameset(Token& token);
  void after_after_body(Token& token);
  void after_all_of_body(Token& token, Node* parent_of_comment);
  void after_after_frameset(Token& token);
  void in_foreign_content(Token& token);
  void foreign_start(Token& token);
  void foreign_end(Token& token);

  void start_html(Token& token);
  void start_body(Token& token);
  void start_frameset(Token& token);
  void start_list_item(Token& token);
  void start_form(Token& token);
  void start_a(Token& token);
  void start_input(Token& token);
  void start_select(Token& token);
  void start_foreign(Token& token, Namespace ns);
  void end_form();
  void end_element_in_scope(Token& token);
  void any_other_end_tag(std::string_view name, Tag tag);
  void adoption_agency(std::string_view name, Tag tag);
  void end_template();
  void start_noframes(Token& token);
  void end_noframes();
  void insert_mark(Token& token);
  bool end_caption();
  void close_cell();
  void close_p();

  [[nodiscard]] Node* new_node(NodeKind kind);
  [[nodiscard]] Node* new_element(std::string_view name, Tag tag, Namespace ns);
  [[nodiscard]] Node* new_element(Token& token, Namespace ns);
  [[nodiscard]] const NodeAttribute* copy_attributes(
      const std::vector<NodeAttribute>& attributes);
  [[nodiscard]] Node* copy_of(const Node& element);
  [[nodiscard]] Place place_of(Node* target) const;
  [[nodiscard]] Place place_of_element() const;
  static void insert(Node* node, Place place);
  static void remove(Node* node);
  Node* insert_and_push(Node* node);
  Node* insert_element(Token& token, Namespace ns = Namespace::kHtml);
  Node* insert_implied(Tag tag);
  void insert_and_pop(Token& token);
  void insert_comment(Token& token, Node* parent = nullptr);
  void insert_text(std::string_view text);
  void append_text(Node* node, std::string_view text);
  void insert_raw(Token& token, State state);
  void add_missing_attributes(Node* node, Token& token);
  [[nodiscard]] std::string_view leading_space(Token& token);
  [[nodiscard]] std::string_view only_spaces(std::string_view text);
  void drop_nul(Token& token);

  [[nodiscard]] Node* current() const { return open_.back(); }
  [[nodiscard]] Node* adjusted_current() const;
  void push(Node* node);
  void pop();
  void pop_until(Tag tag);
  void pop_until(const Node* node);
  void remove_from_stack(Node* node);
  [[nodiscard]] size_t lowest_searched() const;
  [[nodiscard]] bool in_scope(Tag tag, Scope scope = Scope::kUsual) const;
  [[nodiscard]] bool in_scope(const Node* node) const;
  [[nodiscard]] bool heading_in_scope() const;
  [[nodiscard]] bool p_in_button_scope() const;
  void clear_to(std::initializer_list<Tag> tags);
  void generate_implied_end_tags(Tag except = Tag::kOther);
  void generate_all_implied_end_tags();
  void reset_insertion_mode();

  void push_formatting(Node* node);
  void reconstruct_formatting();
  void clear_to_marker();
  void remove_formatting(const Node* node);
  [[nodiscard]] Node* find_formatting(std::string_view name, Tag tag) const;

  void take_rest();

  HtmlTree* tree_;
  NodeArena* arena_;
  std::string_view page_;
  HtmlTokenizer tokenizer_;
  HtmlOptions options_;
  Token token_;
  std::vector<Node*> open_;        // the stack of open elements
  std::vector<Node*> formatting_;  // active elements; null is a marker
  std::vector<Mode> template_modes_;
  Node* context_ = nullptr;  // of a fragment
  Node* form_ = nullptr;
  size_t open_p_ = 0;          // p elements on the stack
  size_t open_templates_ = 0;  // template elements on it
  size_t open_noscripts_ = 0;
  bool left_noscript_ = false;           // in the head, before its end tag
  Node* noframes_ = nullptr;             // with elements, while it is open
  Mode noframes_mode_ = Mode::kInitial;  // around it
  Mode mode_ = Mode::kInitial;
  Mode original_mode_ = Mode::kInitial;
  bool frameset_ok_ = true;
  bool foster_parenting_ = false;
  bool skip_line_end_ = false;  // at the front of the next text
  bool stopped_ = false;
};

// The mode that a doctype sets (HTML standard, 13.2.6.4.1).
[[nodiscard]] QuirksMode quirks_of(const HtmlToken& doctype);

}  // namespace wax::document
