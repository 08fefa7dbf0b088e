// What a server of ReplayWeb.page answers, which shows pages with their
// scripts: nothing of the main server is there.
#pragma once

#include <string>

#include "answers/shown/holdings.h"
#include "serve/http/router.h"

namespace wax::serve {

// The files of the npm package replaywebpage that are served.
struct ReplayScripts {
  std::string ui;      // ui.js
  std::string worker;  // sw.js
};
// Reads them. Throws IoError, and UsageError when they are too large.
[[nodiscard]] ReplayScripts read_replay_scripts(const std::string& folder);

// /page?url=...&date=...&in=...: ReplayWeb.page with the capture of a URL that
// is next to the date. /page.wacz, with the same parameters: what it shows
// (PagePackages), in whole or in ranges. ui.js, replay/sw.js and what these
// need. The status is 404 or 451 where /view has it. Handlers are added by one
// thread; then any number of threads call them. `holdings` outlives the router.
void add_replay_routes(const answers::Holdings& holdings, ReplayScripts scripts,
                       Router& router);

// By which a page of this server runs its own scripts and ReplayWeb.page's
// alone, asks no other server, and is in frames of `main_origin` alone.
[[nodiscard]] std::string replay_policy(const std::string& main_origin);

}  // namespace wax::serve
