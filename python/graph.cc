#include "python/graph.h"

#include <pybind11/stl.h>

#include <cmath>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "collection/access/collection_access.h"
#include "graph/export/exports.h"
#include "graph/score/methods.h"
#include "graph/store/counted_nodes.h"
#include "graph/store/graph_reader.h"
#include "graph/store/page_gate.h"
#include "graph/store/score_file.h"
#include "graph/store/topology.h"
#include "python/columns.h"
#include "python/texts.h"

namespace py = pybind11;

namespace wax::python {
namespace {

using GraphPointer = std::shared_ptr<const graph::GraphReader>;

GraphPointer open_graph(const py::object& folder) {
  const std::string path = path_of(folder);
  py::gil_scoped_release release;
  auto graph = std::make_shared<graph::GraphReader>(path);
  graph->restrict(collection::read_access(path));
  return graph;
}

int64_t whole(uint64_t number) { return static_cast<int64_t>(number); }

std::optional<double> score_at(const graph::ScoreFile& scores,
                               graph::NodeId id) {
  const double score = scores.at(id);
  if (std::isnan(score)) return std::nullopt;
  return score;
}

struct Scores {
  Scores(const graph::GraphReader& graph, const std::string& name)
      : file(graph::open_scores(graph.folder(), name, graph.nodes())) {}
  graph::ScoreFile file;
};

// The pages of a graph, in the order of their keys.
class GraphPages final : public RowSource {
 public:
  GraphPages(GraphPointer graph, const std::vector<std::string>& scores)
      : RowSource(graph->folder().folder),
        graph_(std::move(graph)),
        counted_(graph_->folder(), graph_->state().policy),
        scan_(graph_->pages()) {
    facts_ = {{"urlkey", ColumnType::kText, false},
              {"archived", ColumnType::kFlag, false},
              {"counts", ColumnType::kFlag, false},
              {"first", ColumnType::kTime},
              {"last", ColumnType::kTime},
              {"captures", ColumnType::kInt64, false},
              {"digests", ColumnType::kInt64, false},
              {"changes", ColumnType::kInt64, false},
              {"status", ColumnType::kInt16}};
    for (const std::string& name : scores) {
      scores_.emplace_back(*graph_, name);
      facts_.push_back({name, ColumnType::kDouble});
    }
    graph_->check_place();
  }

 private:
  bool add(ArrowColumns& rows) override {
    do {
      if (!scan_.next(page_)) return false;
    } while (!graph_->shows(page_.id));
    size_t i = 0;
    rows[i++].add(page_.key);
    rows[i++].add_flag(page_.archived);
    rows[i++].add_flag(counted_.has(page_));
    rows[i++].add_date(page_.first());
    rows[i++].add_date(page_.last());
    rows[i++].add_number(whole(page_.captures.size()));
    rows[i++].add_number(whole(page_.digests()));
    rows[i++].add_number(whole(page_.changes()));
    const uint64_t status = page_.status();
    rows[i++].add_number(status == 0 ? std::nullopt
                                     : std::optional<int64_t>(whole(status)));
    for (const Scores& scores : scores_) {
      rows[i++].add_double(score_at(scores.file, page_.id));
    }
    return true;
  }

  GraphPointer graph_;
  graph::CountedNodes counted_;
  graph::PageScan scan_;
  std::list<Scores> scores_;
  graph::Page page_;
};

// The links that count, by the keys of their ends.
class GraphLinks final : public RowSource {
 public:
  GraphLinks(GraphPointer graph, const graph::ExportOptions& options)
      : RowSource(graph->folder().folder),
        graph_(std::move(graph)),
        links_(graph::page_links(*graph_, options)) {
    facts_ = {{"source", ColumnType::kText, false},
              {"target", ColumnType::kText, false},
              {"links", ColumnType::kInt64, false},
              {"first", ColumnType::kTime},
              {"last", ColumnType::kTime}};
  }

 private:
  bool add(ArrowColumns& rows) override {
    graph::GroupLink link;
    if (!links_.next(link)) return false;
    if (link.from != from_) from_key_ = graph_->key_of(from_ = link.from);
    rows[0].add(from_key_);
    rows[1].add(graph_->key_of(link.to));
    rows[2].add_number(whole(link.links));
    rows[3].add_date(link.first);
    rows[4].add_date(link.last);
    return true;
  }

  GraphPointer graph_;
  graph::GroupLinks links_;
  graph::NodeId from_ = graph::kNoNode;
  std::string from_key_;
};

// All captures of the pages of a graph, in the order of their keys.
class GraphCaptures final : public RowSource {
 public:
  explicit GraphCaptures(GraphPointer graph)
      : RowSource(graph->folder().folder),
        graph_(std::move(graph)),
        scan_(graph_->pages()) {
    facts_ = {{"urlkey", ColumnType::kBytes, false},
              {"archived", ColumnType::kFlag, false},
              {"date", ColumnType::kInt64},
              {"digest", ColumnType::kBytes},
              {"revisit", ColumnType::kFlag},
              {"status", ColumnType::kInt16}};
    graph_->check_place();
  }

 private:
  bool add(ArrowColumns& rows) override {
    if (next_ == page_.captures.size()) {
      next_ = 0;
      do {
        page_.captures.clear();  // at the end they are those of no page
        if (!scan_.next(page_)) return false;
      } while (!graph_->shows(page_.id));
    }
    rows[0].add(page_.key);
    rows[1].add_flag(page_.archived);
    if (page_.captures.empty()) {
      rows[2].add_number(std::nullopt);
      rows[3].add(std::nullopt);
      rows[4].add_flag(std::nullopt);
      rows[5].add_number(std::nullopt);
      return true;
    }
    const graph::PageCapture& capture = page_.captures[next_++];
    std::string digest;
    for (size_t i = sizeof(capture.digest); i-- > 0;) {
      digest += static_cast<char>(capture.digest >> (8 * i));
    }
    rows[2].add_number(whole(capture.date));
    rows[3].add(digest);
    rows[4].add_flag(capture.revisit);
    rows[5].add_number(whole(capture.status));
    return true;
  }

  GraphPointer graph_;
  graph::PageScan scan_;
  graph::Page page_;
  size_t next_ = 0;
};

// All links that were ever seen, by their target and then by their source.
class GraphSeenLinks final : public RowSource {
 public:
  explicit GraphSeenLinks(GraphPointer graph)
      : RowSource(graph->folder().folder),
        graph_(std::move(graph)),
        pages_(graph_->pages()),
        links_(graph_->links()) {
    facts_ = {{"source", ColumnType::kBytes, false},
              {"target", ColumnType::kBytes, false},
              {"first", ColumnType::kInt64, false},
              {"last", ColumnType::kInt64, false},
              {"captures", ColumnType::kInt64, false},
              {"marks", ColumnType::kInt16, false},
              {"anchor", ColumnType::kBytes, false}};
    graph_->check_place();
  }

 private:
  bool add(ArrowColumns& rows) override {
    do {
      while (!has_target_ || !links_.next(link_)) {
        graph::NodeId target = 0;
        has_target_ = links_.next_target(target) && pages_.next(page_);
        if (!has_target_) return false;
      }
    } while (!graph_->shows(link_.from) || !graph_->shows(page_.id));
    rows[0].add(graph_->key_of(link_.from));
    rows[1].add(page_.key);
    rows[2].add_number(whole(link_.first));
    rows[3].add_number(whole(link_.last));
    rows[4].add_number(whole(link_.captures));
    rows[5].add_number(whole(link_.marks));
    rows[6].add(link_.anchor);
    return true;
  }

  GraphPointer graph_;
  graph::PageScan pages_;
  graph::LinkScan links_;
  graph::Page page_;
  graph::Link link_;
  bool has_target_ = false;
};

py::object date_of(uint64_t date) {
  if (date == 0) return py::none();
  return text_of(graph::date_text(date));
}

py::dict in_link(const std::string& key, const graph::Link& link) {
  py::dict result;
  result["urlkey"] = text_of(key);
  result["first"] = date_of(link.first);
  result["last"] = date_of(link.last);
  result["captures"] = link.captures;
  result["nofollow"] = (link.marks & graph::Link::kNoFollow) != 0;
  result["anchor"] = text_of(link.anchor);
  return result;
}

py::object page_of(const GraphPointer& graph, const py::object& url) {
  const std::string asked = bytes_of_text(url);
  std::optional<graph::Page> page = graph->find(asked);
  if (!page) return py::none();
  py::dict result;
  result["urlkey"] = text_of(page->key);
  result["archived"] = page->archived;
  result["first"] = date_of(page->first());
  result["last"] = date_of(page->last());
  result["captures"] = page->captures.size();
  result["digests"] = page->digests();
  result["changes"] = page->changes();
  result["status"] = page->status();
  result["interval"] = page->interval();
  py::dict scores;
  for (const std::string& name : graph::score_names(graph->folder())) {
    auto score = score_at(
        graph::open_scores(graph->folder(), name, graph->nodes()), page->id);
    if (score) scores[text_of(name)] = *score;
  }
  result["scores"] = scores;
  py::list in;
  graph->in_links(page->id, false,
                  [&](const std::string& key, const graph::Link& link) {
                    in.append(in_link(key, link));
                  });
  result["in"] = in;
  py::list out;
  for (graph::NodeId id : graph::links_of(graph->out(), page->id)) {
    if (graph->shows(id)) out.append(text_of(graph->key_of(id)));
  }
  result["out"] = out;
  graph->check_place();
  return result;
}

py::list top_of(const GraphPointer& graph, const std::string& name,
                uint64_t count) {
  std::vector<std::pair<std::string, double>> top;
  {
    py::gil_scoped_release release;
    const graph::ScoreFile scores =
        graph::open_scores(graph->folder(), name, graph->nodes());
    graph->check_place();
    for (const graph::ScoredPage& page :
         graph::top_pages(scores, count, graph.get())) {
      top.emplace_back(graph->key_of(page.id), page.score);
    }
  }
  py::list result;
  for (const auto& [key, score] : top) {
    result.append(py::make_tuple(text_of(key), score));
  }
  return result;
}

// What rules hide of pages that are not in a graph, but in tables of it: those
// of the collection that `path` is or is in.
class PageRules {
 public:
  PageRules(const py::object& path, const std::string& url_key)
      : rules_(collection::read_access(path_of(path))),
        gate_(rules_,
              cdx::url_key_kind(url_key).value_or(cdx::UrlKeyKind::kSurt)) {}

  [[nodiscard]] bool empty() const { return rules_->empty(); }
  // Captures as GraphCaptures gives them: dates and digests.
  bool shows(const py::bytes& urlkey,
             const std::vector<std::pair<uint64_t, py::bytes>>& captures) {
    graph::Page page;
    page.key = std::string(urlkey);
    for (const auto& [date, digest] : captures) {
      graph::PageCapture& capture = page.captures.emplace_back();
      capture.date = date;
      for (const char byte : std::string(digest)) {
        capture.digest = capture.digest << 8 | static_cast<unsigned char>(byte);
      }
    }
    return gate_.shows(page);
  }

 private:
  std::shared_ptr<const collection::AccessRules> rules_;
  graph::PageGate gate_;
};

}  // namespace

void declare_graphs(py::module_& module) {
  module.def("last_date", [](const std::string& policy) {
    graph::LinkPolicy read;
    read.set_kind(policy);
    return read.until();
  });
  module.def("pagerank_options", [] {
    const graph::MethodOptions usual;
    return py::make_tuple(usual.damping, usual.tolerance,
                          graph::make_method("pagerank")->usual_iterations());
  });
  py::class_<PageRules>(module, "PageRules")
      .def(py::init<const py::object&, const std::string&>())
      .def_property_readonly("empty", &PageRules::empty)
      .def("shows", &PageRules::shows);
  py::class_<graph::GraphReader, std::shared_ptr<graph::GraphReader>>(
      module, "GraphReader")
      .def(py::init([](const py::object& folder) {
        return std::const_pointer_cast<graph::GraphReader>(open_graph(folder));
      }))
      .def_property_readonly("nodes", &graph::GraphReader::nodes)
      .def_property_readonly("scores",
                             [](const graph::GraphReader& graph) {
                               return graph::score_names(graph.folder());
                             })
      .def_property_readonly(
          "url_key",
          [](const graph::GraphReader& graph) { return graph.state().url_key; })
      .def("page", [](const std::shared_ptr<graph::GraphReader>& graph,
                      const py::object& url) { return page_of(graph, url); })
      .def("top", [](const std::shared_ptr<graph::GraphReader>& graph,
                     const std::string& name,
                     uint64_t count) { return top_of(graph, name, count); })
      .def("pages",
           [](const std::shared_ptr<graph::GraphReader>& graph,
              const std::vector<std::string>& scores)
               -> std::unique_ptr<RowSource> {
             return std::make_unique<GraphPages>(graph, scores);
           })
      .def("captures",
           [](const std::shared_ptr<graph::GraphReader>& graph)
               -> std::unique_ptr<RowSource> {
             return std::make_unique<GraphCaptures>(graph);
           })
      .def("seen_links",
           [](const std::shared_ptr<graph::GraphReader>& graph)
               -> std::unique_ptr<RowSource> {
             return std::make_unique<GraphSeenLinks>(graph);
           })
      .def("links",
           [](const std::shared_ptr<graph::GraphReader>& graph, uint64_t memory,
              const std::string& tmpdir) -> std::unique_ptr<RowSource> {
             graph::ExportOptions options;
             options.resources.memory = memory;
             options.resources.tmpdir = tmpdir;
             py::gil_scoped_release release;
             return std::make_unique<GraphLinks>(graph, options);
           });
}

}  // namespace wax::python
