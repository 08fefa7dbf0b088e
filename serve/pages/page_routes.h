// Routes of what people look at. Handlers are added by one thread before the
// server runs; then any number of threads call them.
#pragma once

#include "answers/requests/message.h"
#include "answers/shown/collection_counts.h"
#include "answers/shown/holdings.h"
#include "answers/shown/site_picture.h"
#include "serve/http/router.h"

namespace wax::serve {

// "/", /search, /url, /collection, /api, and the files that they need.
// `holdings` outlives the router.
void add_page_routes(const answers::Holdings& holdings, Router& router);

// "/about": what the library says of itself; contact, imprint.
[[nodiscard]] answers::Response about_page(const answers::Holdings& holdings,
                                           const answers::Request& request);
// "/language?to=TAG&back=PATH": a cookie with the language, and the way back.
[[nodiscard]] answers::Response chosen_language(
    const answers::Request& request);
// "/logo" and "/site.css": the library's picture and colors.
[[nodiscard]] answers::Response site_logo(const answers::Holdings& holdings,
                                          const answers::Request& request);
[[nodiscard]] answers::Response site_style(const answers::Holdings& holdings,
                                           const answers::Request& request);

// "/advanced": a form that writes a query, and is filled in by the parameters
// of "/search". With "write" it leads to the search for what is filled in.
[[nodiscard]] answers::Response advanced_page(const answers::Holdings& holdings,
                                              const answers::Request& request);

// "/guide": help for readers, with queries that find something here.
[[nodiscard]] answers::Response guide_page(const answers::Holdings& holdings,
                                           const answers::Request& request);

// "/api": what can be asked, with examples.
[[nodiscard]] answers::Response api_page(const answers::Holdings& holdings,
                                         const answers::Request& request);

// "/url/capture?url=...&date=...", the capture next to the date. Headers and
// links are read from the archive, if it is at hand, else the text of its
// version is taken from the index.
[[nodiscard]] answers::Response capture_page(const answers::Holdings& holdings,
                                             const answers::Request& request);

// "/url/cite?url=...&date=...&format=bibtex" or "ris": the capture as an entry
// for programs that keep literature.
[[nodiscard]] answers::Response cite_file(const answers::Holdings& holdings,
                                          const answers::Request& request);

// "/url/changes?url=...&from=DIGEST&to=DIGEST": the texts of two versions,
// compared word by word.
[[nodiscard]] answers::Response changes_page(const answers::Holdings& holdings,
                                             const answers::Request& request);

// "/collection": its captures by year, types, sites and sizes.
[[nodiscard]] answers::Response collection_page(
    const answers::Holdings& holdings, const answers::Request& request,
    answers::CollectionCounts& counts);

// The router's answer. A client that takes HTML gets a page instead of a plain
// sentence with a status of 400 or more, also for what a handler throws about
// the request (UsageError, NotFound, OutOfTime); the headers stay. Throws what
// else the handlers throw.
[[nodiscard]] answers::Response answer_with_pages(
    const answers::Holdings& holdings, const Router& router,
    const answers::Request& request);

// "/" and "/search": the parameters are those of search_request().
[[nodiscard]] answers::Response search_page(const answers::Holdings& holdings,
                                            const answers::Request& request);

// "/shared": the most shared pages of a period, as shared_pages() finds them.
[[nodiscard]] answers::Response shared_page(const answers::Holdings& holdings,
                                            const answers::Request& request);

// "/crawl": what the crawl of a collection lacks, as crawl_report() has it.
[[nodiscard]] answers::Response crawl_page(const answers::Holdings& holdings,
                                           const answers::Request& request);

// "/sites": the websites of a collection and the links between them.
[[nodiscard]] answers::Response sites_page(const answers::Holdings& holdings,
                                           const answers::Request& request,
                                           answers::SitePictures& pictures);
// "/sites.svg": their picture; a 503 while it is made.
[[nodiscard]] answers::Response sites_picture(const answers::Holdings& holdings,
                                              const answers::Request& request,
                                              answers::SitePictures& pictures);

// "/url/similar?url=...", as index::similar_pages().
[[nodiscard]] answers::Response similar_page(const answers::Holdings& holdings,
                                             const answers::Request& request);

// "/trends": a line for each query of find_trends().
[[nodiscard]] answers::Response trends_page(const answers::Holdings& holdings,
                                            const answers::Request& request);

// "/view/DATE/URL": the capture next to the date as it looked, below a bar with
// its date and its neighbours; and the parts of such pages (page_view.h). Of
// one collection, or of all (null).
[[nodiscard]] answers::Response view_page(const answers::Holdings& holdings,
                                          answers::Collection* collection,
                                          const answers::Request& request);

// "/url?url=...": its captures by month, its versions, and where each record
// lies. At most kMostListed captures are counted and listed; the page says so.
// Memory: that of url_history().
[[nodiscard]] answers::Response url_page(const answers::Holdings& holdings,
                                         const answers::Request& request);

}  // namespace wax::serve
