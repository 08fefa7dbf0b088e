#include "tools/collection_cli/answer_writer.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "answers/shown/hit_lines.h"
#include "index/query/snippet.h"
#include "text/json.h"
#include "tools/cli/console.h"

namespace wax::tools::collection_cli {
namespace {

std::string shown_dates(const index::StoredDocument& document) {
  constexpr size_t kFew = 4;
  std::vector<std::string> dates;
  for (const auto& [name, value] : document) {
    if (name == "date") dates.push_back(value);
  }
  if (dates.size() > kFew) {
    return dates.front() + " .. " + dates.back() + " (" +
           std::to_string(dates.size()) + " captures)";
  }
  std::string text;
  for (const std::string& date : dates) {
    if (!text.empty()) text += ' ';
    text += date;
  }
  return text;
}

void append_explanation(const index::Explanation& part, size_t depth,
                        std::string& out) {
  char number[32];
  std::snprintf(number, sizeof number, "%.3f", static_cast<double>(part.score));
  out.append(3 + 2 * depth, ' ');
  out.append(number).append(1, ' ').append(cli::printable(part.text)) += '\n';
  for (const index::Explanation& one : part.parts) {
    append_explanation(one, depth + 1, out);
  }
}

void append_explanation_json(const index::Explanation& part, std::string& out) {
  char number[32];
  std::snprintf(number, sizeof number, "%.6g", static_cast<double>(part.score));
  out.append("{\"score\":").append(number).append(",\"text\":");
  text::append_json_string(part.text, out);
  if (!part.parts.empty()) {
    out += ",\"parts\":[";
    for (const index::Explanation& one : part.parts) {
      if (&one != part.parts.data()) out += ',';
      append_explanation_json(one, out);
    }
    out += ']';
  }
  out += '}';
}

}  // namespace

AnswerWriter::AnswerWriter(AnswerForm form, const index::IndexReader* reader,
                           answers::SearchRequest request)
    : form_(std::move(form)), reader_(reader), request_(std::move(request)) {}

AnswerWriter::Style AnswerWriter::style_of_output() {
  const char* plain = std::getenv("NO_COLOR");
  if (::isatty(STDOUT_FILENO) != 1 || (plain != nullptr && *plain != '\0')) {
    return {};
  }
  return {"\x1b[34m", "\x1b[32m", "\x1b[2m", "\x1b[0m", "\x1b[1m", "\x1b[0m"};
}

std::string AnswerWriter::header() const {
  std::string out;
  if (form_.captures) out = answers::kCdxLegend;
  if (form_.tsv && form_.header) {
    if (form_.several) out = "query";
    for (const std::string& field : form_.fields) {
      if (!out.empty()) out += '\t';
      out += field;
    }
  }
  return out.empty() ? out : out + '\n';
}

std::string AnswerWriter::text_of(const std::string& query,
                                  const answers::SearchAnswer& answer) const {
  std::string out;
  if (!form_.trend.empty()) {
    append_trend(query, answer, out);
  } else if (form_.count) {
    out = with_query(query);
    if (form_.json) out = '{' + out + "\"total\":";
    out += std::to_string(answer.total) + (form_.json ? "}\n" : "\n");
    for (const index::Facet& facet : answer.facets) {
      append_facet(query, facet, "", out);
    }
  } else {
    append_results(query, answer, out);
  }
  return out;
}

void AnswerWriter::append_hit(const std::string& text,
                              const index::Query& query,
                              const index::ShownHit& hit,
                              const std::vector<std::string>& fields,
                              const std::string& totals,
                              std::string& out) const {
  if (form_.json) {
    out += '{' + with_query(text) + totals;
    answers::append_hit_json(hit, fields, out);
    if (form_.explain) {
      out += ",\"explanation\":";
      append_explanation_json(explanation(query, hit), out);
    }
    out += "}\n";
  } else if (form_.captures) {
    answers::append_hit_cdx(hit, out);
  } else if (form_.tsv) {
    out += with_query(text);
    answers::append_hit_tsv(hit, form_.fields, out);
  } else {
    append_text(hit, out);
    if (form_.explain) {
      append_explanation(explanation(query, hit), 0, out);
    }
  }
}

std::string AnswerWriter::with_query(const std::string& text) const {
  if (!form_.several) return {};
  if (!form_.json) return cli::printable(text) + '\t';
  std::string out = "\"query\":";
  text::append_json_string(text, out);
  return out + ',';
}

index::Explanation AnswerWriter::explanation(const index::Query& query,
                                             const index::ShownHit& hit) const {
  index::Explanation sum =
      index::Searcher(*reader_).explain(query, hit.hit.document);
  const float boost = answers::boost_of(*reader_, request_, hit.hit.document);
  if (boost == 1) return sum;
  index::Explanation product;
  product.score = sum.score * boost;
  product.text = "product of";
  product.parts = {std::move(sum), {boost, "boosts", {}}};
  return product;
}

void AnswerWriter::append_text(const index::ShownHit& hit,
                               std::string& out) const {
  const std::string& title = index::value_of(hit.document, "title");
  const std::string& url = index::value_of(hit.document, "url");
  auto put = [&](std::string_view style, const std::string& text) {
    out.append(style).append(text);
    if (!style.empty()) out += style_.end;
  };
  out += '\n' + std::to_string(hit.rank) + ". ";
  put(style_.title, cli::printable(title.empty() ? url : title));
  out += "\n   ";
  put(style_.url, cli::printable(url));
  // Where no words are looked for, as for a URL or dates, there is no score.
  if (hit.hit.score != 0) {
    char number[32];
    std::snprintf(number, sizeof number, "  [%.3f]",
                  static_cast<double>(hit.hit.score));
    out += number;
  }
  out += '\n';
  if (std::string dates = shown_dates(hit.document); !dates.empty()) {
    out += "   ";
    put(style_.dim, dates);
    out += '\n';
  }
  if (!hit.snippet.text.empty()) {
    index::Snippet shown = hit.snippet;
    shown.text = cli::printable(shown.text);  // marks stay where they are
    out += "   " + index::marked(shown, style_.before, style_.after) + '\n';
  }
}

void AnswerWriter::append_results(const std::string& text,
                                  const answers::SearchAnswer& answer,
                                  std::string& out) const {
  bool collapses = form_.groups;
  std::string totals = "\"total\":" + std::to_string(answer.total) +
                       (answer.total_is_exact ? "," : ",\"estimated\":true,");
  if (collapses) {
    totals += "\"groups\":" + std::to_string(answer.groups) + ',';
  }
  if (is_text()) {
    if (form_.several) out += "# " + cli::printable(text) + '\n';
    out += (answer.total_is_exact ? "" : "about ") +
           std::to_string(answer.total) +
           (answer.total == 1 ? " document" : " documents");
    if (collapses) {
      out += " in " + std::to_string(answer.groups) +
             (answer.groups == 1 ? " group" : " groups");
    }
    // This is said of a search for all pages, because people compare their
    // number with that of the documents of the index.
    if (answer.query.kind == index::Query::Kind::kAll &&
        answer.leaves_out_records) {
      out += " that are pages; --other-records finds the rest, too";
    }
    out += '\n';
  }
  append_suggestion(text, answer, totals, out);
  size_t of_group = 0;  // hits that were written
  for (const answers::SearchHit& hit : answer.hits) {
    append_hit(text, answer.query, hit.shown, answer.fields, totals, out);
    ++of_group;
    bool is_last =
        &hit == &answer.hits.back() || (&hit + 1)->rank() != hit.rank();
    if (!is_last) continue;
    if (is_text() && hit.group_total() > of_group) {
      out += "   " + std::to_string(hit.group_total() - of_group) +
             " more like this\n";
    }
    of_group = 0;
  }
  for (const index::Facet& facet : answer.facets) {
    append_facet(text, facet, totals, out);
  }
}

void AnswerWriter::append_suggestion(const std::string& text,
                                     const answers::SearchAnswer& answer,
                                     const std::string& totals,
                                     std::string& out) const {
  const std::string& better = answer.better_text;
  if (better.empty()) return;
  if (!form_.json) {
    out += "Did you mean: " + cli::printable(better) + '\n';
    return;
  }
  out += '{' + with_query(text) + totals + "\"suggestion\":";
  text::append_json_string(better, out);
  out += "}\n";
}

void AnswerWriter::append_facet(const std::string& text,
                                const index::Facet& facet,
                                const std::string& totals,
                                std::string& out) const {
  if (form_.json) {
    std::string object;
    answers::append_facet_json(facet, object);
    out += '{' + with_query(text) + totals + object.substr(1) + '\n';
    return;
  }
  if (!is_text()) return;
  out += '\n' + facet.field + ":\n";
  for (const index::FacetValue& value : facet.values) {
    out += "   " + cli::printable(value.value) + '\t' +
           std::to_string(value.count) + '\n';
  }
  if (facet.different > facet.values.size()) {
    out += "   and " + std::to_string(facet.different - facet.values.size()) +
           " other values\n";
  }
}

void AnswerWriter::append_trend(const std::string& text,
                                const answers::SearchAnswer& answer,
                                std::string& out) const {
  if (form_.json) {
    index::Facet facet{form_.trend, answer.periods, answer.periods.size()};
    std::string object;
    answers::append_facet_json(facet, object);
    out += '{' + with_query(text) + object.substr(1) + '\n';
    return;
  }
  for (const index::FacetValue& value : answer.periods) {
    out += with_query(text) + value.value + '\t' + std::to_string(value.count) +
           '\n';
  }
}

}  // namespace wax::tools::collection_cli
