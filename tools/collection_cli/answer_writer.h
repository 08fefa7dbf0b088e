// Writes the answers of searches for wax-search: as text, JSON, lines with
// tabs, or CDX lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "answers/shown/search_answer.h"
#include "index/query/query.h"
#include "index/search/searcher.h"
#include "index/store/index_reader.h"

namespace wax::tools::collection_cli {

struct AnswerForm {
  // At most one of these three is true; text when none is.
  bool json = false;
  bool tsv = false;
  bool captures = false;  // CDX lines
  // Fields of --tsv in their order.
  std::vector<std::string> fields = {"rank", "score", "url", "title"};
  bool header = false;   // --tsv begins with the names of the fields
  bool explain = false;  // says how each score is made
  bool count = false;    // the number of documents alone
  std::string trend;     // "year" or "month": the periods alone
  bool groups = false;   // hits are collapsed
  bool several = false;  // each answer names its query
};

// For any number of threads. Text has colours on a terminal, unless NO_COLOR is
// set (https://no-color.org).
class AnswerWriter {
 public:
  // `reader` explains scores of answers to such a request; it outlives the
  // writer, and may be null where form.explain is false.
  AnswerWriter(AnswerForm form, const index::IndexReader* reader,
               answers::SearchRequest request = {});

  // The line before all answers; may be empty.
  [[nodiscard]] std::string header() const;
  // All of an answer.
  [[nodiscard]] std::string text_of(const std::string& query,
                                    const answers::SearchAnswer& answer) const;

  // `totals`: pairs of JSON, with a comma after them.
  void append_hit(const std::string& text, const index::Query& query,
                  const index::ShownHit& hit,
                  const std::vector<std::string>& fields,
                  const std::string& totals, std::string& out) const;

 private:
  struct Style {
    std::string_view title;
    std::string_view url;
    std::string_view dim;
    std::string_view end;
    std::string_view before = "**";
    std::string_view after = "**";
  };

  [[nodiscard]] static Style style_of_output();
  [[nodiscard]] bool is_text() const {
    return !form_.json && !form_.captures && !form_.tsv;
  }
  // The beginning of a line that belongs to one of several queries.
  [[nodiscard]] std::string with_query(const std::string& text) const;
  [[nodiscard]] index::Explanation explanation(
      const index::Query& query, const index::ShownHit& hit) const;
  void append_text(const index::ShownHit& hit, std::string& out) const;
  void append_results(const std::string& text,
                      const answers::SearchAnswer& answer,
                      std::string& out) const;
  void append_suggestion(const std::string& text,
                         const answers::SearchAnswer& answer,
                         const std::string& totals, std::string& out) const;
  void append_facet(const std::string& text, const index::Facet& facet,
                    const std::string& totals, std::string& out) const;
  void append_trend(const std::string& text,
                    const answers::SearchAnswer& answer,
                    std::string& out) const;

  AnswerForm form_;
  const index::IndexReader* reader_;
  answers::SearchRequest request_;
  Style style_ = style_of_output();
};

}  // namespace wax::tools::collection_cli
