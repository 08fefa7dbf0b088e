// The routes of what programs ask, and of those who watch a server. Handlers
// are added by one thread before the server runs; then any number of threads
// call them.
#pragma once

#include <string>
#include <string_view>

#include "answers/requests/message.h"
#include "answers/shown/holdings.h"
#include "serve/http/metrics.h"
#include "serve/http/router.h"

namespace wax::serve {

// /cdx (all collections) and /NAME/cdx, with pywb's rules unless the parameter
// `dialect` says otherwise; /cdx/search/cdx, with those of Wayback; /NAME, with
// those of OutbackCDX, also for its XML queries (cdx_query.h). All allow
// requests from scripts of other origins. `holdings` outlives the router.
void add_cdx_routes(const answers::Holdings& holdings, Router& router);

// /api/shard/...: what a server in front asks that joins this collection with
// those of other servers (joined_search.h, remote_cdx.h). They tell nothing
// that other answers do not tell. `holdings` outlives the router.
void add_shard_routes(const answers::Holdings& holdings, Router& router);

// /api/search, /api/captures, /api/links and /api/openapi.json, which describes
// them.
// `holdings` outlives the router.
void add_search_api(const answers::Holdings& holdings, Router& router);

// /api/shared, /api/shares: the most shared pages of a period, and the shares
// of a page over time (shared_pages.h). `holdings` outlives the router.
void add_shares_api(const answers::Holdings& holdings, Router& router);

// /api/export: all hits of a query in the order of the index, without a limit,
// as "csv" (RFC 4180), "jsonl", "urls", or "cdx": the captures of the hits as
// the CDX files have them, else as far as the index knows them. What may lack
// documents says so in its last line, and in the field Wax-Incomplete after
// the body. "ipynb" is a notebook that asks for the hits (search_notebook.h).
// Memory: a bit for each document, and a piece of the answer.
// `holdings` outlives the router.
void add_export(const answers::Holdings& holdings, Router& router);

// /opensearch, with NutchWAX's parameters (query, start, hitsPerPage,
// hitsPerSite or hitsPerDup, dedupField, sort, reverse) and elements; the
// content of the documents is left out. /opensearch/description.xml, which
// tells browsers how to search. `holdings` outlives the router.
void add_opensearch(const answers::Holdings& holdings, Router& router);

// Adds the routes to captures, over all collections; with /NAME before the
// path, for one of them.
//
// /raw/DATEid_/URL: the body of the capture of DATE, or of the nearest whole
// one (4 to 14 digits; answers::Wanted), or the range of it that is asked for,
// without transfer and content codings, with the status of its HTTP message
// and its headers as X-Archive-Orig-NAME. Redirects lead to the capture of that
// time. A revisit has all of its original, with its own date and URL.
// /raw/DATEhd_/URL: the record's header and HTTP head, as text.
// /raw/DATErec_/URL: the record's header and block, as a file to save.
//
// Another date leads to that of the capture. All have Memento-Datetime and
// links (RFC 7089), and a Content-Security-Policy by which nothing of the
// capture runs or is loaded; scripts are sent as plain text, so that no page of
// this server can take them in. Records that are missing are
// a 404 with a sentence and without Memento-Datetime; of records that are
// damaged or cut short, what is sent is a 502, or ends with the connection.
// `holdings` outlives the router.
void add_raw_routes(const answers::Holdings& holdings, Router& router);

// The type of a file by the end of its name.
[[nodiscard]] std::string_view type_of_file(std::string_view name);

// /files/NAME for the files right in `folder` whose names do not begin with
// "."; unfinished ones (NAME.part-PID) are not there. /files/ lists the names.
// ETag is the SHA-256 of the file; that of a large one is weak until a thread
// has read the file (EntityTags). As RFC 9110 says: If-Match, If-None-Match,
// If-Modified-Since, Range (one range), If-Range; for a weak tag, If-Match and
// If-Range never hold. Pages of other origins may ask, too. A download goes on
// with the file that it began with, when that is replaced.
void add_file_routes(std::string folder, Router& router);

// "/help/": the pages of the manual (Holdings::manual), and their index, each
// with ways to the search of the collections, which are all added before.
void add_help_routes(const answers::Holdings& holdings, Router& router);

// Leads from "/" to the list of files, for servers without collections.
void add_way_to_files(Router& router);

// /healthz ("ok", or "degraded" and a line for each reason, both with status
// 200), /metrics (Prometheus) and /robots.txt (robots keep off all but the
// front page: each query costs). All outlive the router.
void add_status_routes(const answers::Holdings& holdings,
                       const Metrics& metrics, Router& router);

// Whether a request is one of the first two, which wait for nothing
// (ServerOptions::at_once).
[[nodiscard]] bool is_answered_at_once(const answers::Request& request);

// serve/assets/openapi.json with the parameters of each of its paths, from the
// table of parameters. Any thread may call it.
[[nodiscard]] const std::string& openapi_document();
// With the URL of the server (origin_of()).
[[nodiscard]] std::string openapi_document_at(const std::string& url);

// Who may write. Nobody, unless one of these is set.
struct WriteAccess {
  std::string token;  // requests with "Authorization: Bearer TOKEN"
  // Clients on this machine, if no proxy has passed on their requests and no
  // page of a browser has made them.
  bool from_loopback = false;

  [[nodiscard]] bool any() const { return !token.empty() || from_loopback; }
  // Empty when the request may write; else the sentence that refuses it.
  [[nodiscard]] std::string_view refusal(const answers::Request& request) const;
};

// The first line of a file. Throws IoError, and UsageError when it is empty or
// has spaces.
[[nodiscard]] std::string read_token(const std::string& path);

// Whether a request writes to a collection, and may: such ones may have large
// bodies.
[[nodiscard]] bool is_write(const answers::Holdings& holdings,
                            const WriteAccess& access,
                            const answers::Request& request);

// POST /NAME adds the captures of CDX or CDXJ lines, POST /NAME/delete deletes
// all captures with the URL keys and dates of such lines, as OutbackCDX does.
// The answer says how many lines they were, when they are on the disk. A bad
// line is 400, and then nothing is changed; with badLines=skip, bad lines are
// passed over. Requests that may not write are 401 or 403. `holdings` outlives
// the router.
void add_write_routes(const answers::Holdings& holdings,
                      const WriteAccess& access, Router& router);

}  // namespace wax::serve
