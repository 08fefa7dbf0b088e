#include <string_view>
#include <vector>

#include "answers/shown/site_picture.h"
#include "serve/pages/frame.h"
#include "serve/pages/page_routes.h"
#include "text/graph_plot.h"

namespace wax::serve {
namespace {

constexpr std::string_view kPicturePath = "/sites.svg";

}  // namespace

answers::Response sites_page(const answers::Holdings& holdings,
                             const answers::Request& request,
                             answers::SitePictures& pictures) {
  const answers::Scope scope = scope_of(holdings, request);
  PageFrame frame;
  frame.title = words_of(scope).with("Sites – %collection%",
                                     {{"collection", collection_title(scope)}});
  frame.current = "/sites";
  Values values = {{"has_graph", has_graph(scope)}};
  if (!has_graph(scope)) {
    return page(scope, frame, "sites", std::move(values), 404);
  }
  const answers::SitePictures::Answer answer = pictures.of(scope);
  values.set("being_made", answer.being_made)
      .set("failed", !answer.failure.empty());
  if (answer.made != nullptr) {
    std::vector<Values> sites;
    for (const text::GraphPlot::Node& node : answer.made->nodes) {
      sites.push_back({{"href", search_href(scope, "site", node.label)},
                       {"name", node.label},
                       {"about", node.title.substr(node.label.size())}});
    }
    values.set("has_picture", true)
        .set("svg_href", href_in(scope, kPicturePath, ""))
        .set("footnote", answer.made->footnote)
        .set("sites", sites);
  }
  return page(scope, frame, "sites", std::move(values));
}

answers::Response sites_picture(const answers::Holdings& holdings,
                                const answers::Request& request,
                                answers::SitePictures& pictures) {
  const answers::Scope scope = scope_of(holdings, request);
  if (!has_graph(scope)) {
    throw answers::NotFound(
        "The collection has no graph: wax build --links makes one.");
  }
  const answers::SitePictures::Answer answer = pictures.of(scope);
  answers::Response response;
  if (answer.made == nullptr) {
    response.status = 503;
    response.type = "text/plain; charset=utf-8";
    response.headers = {{"Retry-After", "5"}};
    response.body = answer.failure.empty() ? "The picture is being made.\n"
                                           : "The graph cannot be read.\n";
    return response;
  }
  response.type = "image/svg+xml";
  // Its style sheet is in it.
  response.headers = {{"Content-Security-Policy",
                       "default-src 'none'; style-src 'unsafe-inline'"}};
  response.body = text::svg_document(*answer.made);
  return response;
}

}  // namespace wax::serve
