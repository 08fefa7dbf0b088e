#include "graph/export/graph_writer.h"

#include "text/csv.h"
#include "text/markup_writer.h"

namespace wax::graph {
namespace {

// Empty for a date that is not known.
std::string year_text(uint64_t date) {
  return date == 0 ? "" : std::to_string(date / 10'000'000'000);
}

class CsvGraph final : public GraphWriter {
 public:
  explicit CsvGraph(io::Output& output) : output_(&output) {
    output_->write("source,target,links,first_year,last_year\n");
  }
  void add(const ExportedNode&) override {}
  void add(const ExportedEdge& edge) override {
    line_.clear();
    text::append_csv(edge.from_label, line_);
    line_ += ',';
    text::append_csv(edge.to_label, line_);
    line_ += ',' + std::to_string(edge.links) + ',' + year_text(edge.first) +
             ',' + year_text(edge.last) + '\n';
    output_->write(line_);
  }
  void finish() override {}

 private:
  io::Output* output_;
  std::string line_;
};

// Writes the lists as SolrWayback writes its link graph, and Gephi reads it.
class AdjacencyLists final : public GraphWriter {
 public:
  explicit AdjacencyLists(io::Output& output) : output_(&output) {}
  void add(const ExportedNode&) override {}
  void add(const ExportedEdge& edge) override {
    if (!begun_ || edge.from != from_) {
      finish();
      text::append_csv(edge.from_label, text_);
      from_ = edge.from;
      begun_ = true;
    }
    text_ += ',';
    text::append_csv(edge.to_label, text_);
    output_->write(text_);
    text_.clear();
  }
  void finish() override {
    if (begun_) output_->write("\n");
    begun_ = false;
  }

 private:
  io::Output* output_;
  std::string text_;
  uint64_t from_ = 0;
  bool begun_ = false;
};

// What both XML formats share: nodes, then edges.
class XmlGraph : public GraphWriter {
 public:
  explicit XmlGraph(io::Output& output) : output_(&output), xml_(text_) {
    text_ = text::kXmlDeclaration;
  }

 protected:
  void put() {
    text_ += '\n';
    output_->write(text_);
    text_.clear();
  }
  text::MarkupWriter& xml() { return xml_; }

 private:
  io::Output* output_;
  std::string text_;
  text::MarkupWriter xml_;
};

class GraphMl final : public XmlGraph {
 public:
  explicit GraphMl(io::Output& output) : XmlGraph(output) {
    xml().open("graphml").set("xmlns", "http://graphml.graphdrawing.org/xmlns");
    key("label", "node", "string");
    key("pages", "node", "long");
    key("weight", "edge", "long");
    key("first_year", "edge", "int");
    key("last_year", "edge", "int");
    xml().open("graph").set("edgedefault", "directed").text("");
    put();
  }
  void add(const ExportedNode& node) override {
    xml().open("node").set("id", node.id);
    data("label", node.label);
    data("pages", std::to_string(node.pages));
    xml().close();
    put();
  }
  void add(const ExportedEdge& edge) override {
    xml().open("edge").set("source", edge.from).set("target", edge.to);
    data("weight", std::to_string(edge.links));
    if (edge.first != 0) data("first_year", year_text(edge.first));
    if (edge.last != 0) data("last_year", year_text(edge.last));
    xml().close();
    put();
  }
  void finish() override {
    xml().close().close();
    put();
  }

 private:
  void key(std::string_view name, std::string_view of, std::string_view type) {
    xml().open("key").set("id", name).set("for", of).set("attr.name", name);
    xml().set("attr.type", type).close();
  }
  void data(std::string_view name, std::string_view value) {
    xml().open("data").set("key", name).text(value).close();
  }
};

class Gexf final : public XmlGraph {
 public:
  explicit Gexf(io::Output& output) : XmlGraph(output) {
    xml().open("gexf").set("xmlns", "http://www.gexf.net/1.2draft");
    xml().set("version", "1.2");
    xml().open("graph").set("defaultedgetype", "directed");
    xml().open("attributes").set("class", "node");
    attribute("pages", "long");
    xml().close().open("attributes").set("class", "edge");
    attribute("first_year", "integer");
    attribute("last_year", "integer");
    xml().close();
    xml().open("nodes").text("");
    put();
  }
  void add(const ExportedNode& node) override {
    xml().open("node").set("id", node.id).set("label", node.label);
    xml().open("attvalues");
    value("pages", std::to_string(node.pages));
    xml().close().close();
    put();
  }
  void add(const ExportedEdge& edge) override {
    begin_edges();
    xml().open("edge").set("id", edges_++).set("source", edge.from);
    xml().set("target", edge.to).set("weight", edge.links);
    if (edge.last != 0) {
      xml().open("attvalues");
      if (edge.first != 0) value("first_year", year_text(edge.first));
      value("last_year", year_text(edge.last));
      xml().close();
    }
    xml().close();
    put();
  }
  void finish() override {
    begin_edges();
    xml().close().close().close();
    put();
  }

 private:
  void attribute(std::string_view name, std::string_view type) {
    xml().open("attribute").set("id", name).set("title", name);
    xml().set("type", type).close();
  }
  void value(std::string_view name, std::string_view value) {
    xml().open("attvalue").set("for", name).set("value", value).close();
  }
  void begin_edges() {
    if (begun_) return;
    begun_ = true;
    xml().close().open("edges").text("");
    put();
  }

  bool begun_ = false;
  uint64_t edges_ = 0;
};

}  // namespace

std::unique_ptr<GraphWriter> make_graph_writer(GraphFormat format,
                                               io::Output& output) {
  switch (format) {
    case GraphFormat::kGraphMl:
      return std::make_unique<GraphMl>(output);
    case GraphFormat::kGexf:
      return std::make_unique<Gexf>(output);
    case GraphFormat::kAdjacency:
      return std::make_unique<AdjacencyLists>(output);
    case GraphFormat::kCsv:
      break;
  }
  return std::make_unique<CsvGraph>(output);
}

}  // namespace wax::graph
