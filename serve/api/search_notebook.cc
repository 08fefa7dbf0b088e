#include "serve/api/search_notebook.h"

#include <string>
#include <string_view>
#include <utility>

#include "answers/requests/escape.h"
#include "answers/requests/parameter_table.h"
#include "text/json_tree.h"

namespace wax::serve {
namespace {

using nlohmann::ordered_json;

// A string of JSON, in ASCII, is one of Python, too.
std::string python_string(std::string_view text) {
  return text::json_text(nlohmann::json(text), -1,
                         text::JsonCharacters::kAscii);
}

// The request for the same hits as JSON lines.
std::string lines_target(const answers::Request& request) {
  std::string target =
      "/api/export?" + std::string(answers::kFormat.name) + "=jsonl";
  for (const auto& [name, value] : request.parameters.pairs()) {
    if (name == answers::kFormat.name) continue;
    target += '&' + answers::url_part(name) + '=' + answers::url_part(value);
  }
  return target;
}

// Each line of a cell but the last has its "\n".
ordered_json lines_of(std::string_view text) {
  ordered_json lines = ordered_json::array();
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const size_t size = end == text.npos ? text.size() : end + 1;
    lines.push_back(std::string(text.substr(0, size)));
    text.remove_prefix(size);
  }
  return lines;
}

class Notebook {
 public:
  void add_text(std::string_view text) {
    cells_.push_back(cell("markdown", text));
  }
  void add_code(std::string_view code) {
    ordered_json added = cell("code", code);
    added["execution_count"] = nullptr;
    added["outputs"] = ordered_json::array();
    cells_.push_back(std::move(added));
  }
  [[nodiscard]] std::string text() const {
    ordered_json book;
    book["cells"] = cells_;
    book["metadata"]["kernelspec"] = {{"display_name", "Python 3"},
                                      {"language", "python"},
                                      {"name", "python3"}};
    book["metadata"]["language_info"]["name"] = "python";
    book["nbformat"] = 4;
    book["nbformat_minor"] = 5;
    return text::json_text(book, 1) + '\n';
  }

 private:
  [[nodiscard]] ordered_json cell(const char* type,
                                  std::string_view text) const {
    return {{"cell_type", type},
            {"id", "cell-" + std::to_string(cells_.size())},
            {"metadata", ordered_json::object()},
            {"source", lines_of(text)}};
  }

  ordered_json cells_ = ordered_json::array();
};

}  // namespace

std::string search_notebook(const answers::Request& request) {
  Notebook book;
  book.add_text(
      "# Hits of a search\n\n"
      "All hits of a query, as the server of an archive finds them. This needs "
      "pandas.");
  book.add_code(
      "import json\n"
      "import urllib.request\n"
      "\n"
      "import pandas as pd\n"
      "\n"
      "server = " +
      python_string(origin_of(request)) +
      "\n"
      "target = " +
      python_string(lines_target(request)) +
      "\n"
      "query = " +
      python_string(request.parameters.get(answers::kQuery)));
  book.add_code(
      "rows = []\n"
      "with urllib.request.urlopen(server + target) as answer:\n"
      "    for line in answer:\n"
      "        row = json.loads(line)\n"
      "        if \"incomplete\" in row:\n"
      "            print(\"Hits may be missing:\", row[\"incomplete\"])\n"
      "        else:\n"
      "            rows.append(row)\n"
      "hits = pd.DataFrame(rows)\n"
      "hits");
  book.add_text("Hits by the year of each capture, and by site:");
  book.add_code(
      "def column(name):\n"
      "    return hits.get(name, pd.Series(dtype=str)).explode().dropna()\n"
      "\n"
      "column(\"date\").astype(str).str[:4].value_counts().sort_index()");
  book.add_code("column(\"site\").value_counts().head(20)");
  book.add_text(
      "Where the collection is on this computer, the package waxwing-warc asks "
      "it without a server:\n\n"
      "    import waxwing_warc as wax\n"
      "    wax.Index(\"FOLDER\").search(query, limit=100).to_pandas()");
  return book.text();
}

}  // namespace wax::serve
