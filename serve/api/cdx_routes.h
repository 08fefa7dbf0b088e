// Captures by their URLs, as CDX servers answer.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cdx/lookup/lookup_options.h"
#include "serve/api/cdx_query.h"
#include "serve/collection/site.h"
#include "serve/http/message.h"
#include "serve/http/router.h"

namespace wax::serve {

// The CDX files of some collections, as they are when a request comes. Streams
// of the files end before this.
struct CdxFiles {
  CdxFiles() = default;
  ~CdxFiles();  // gives the files back
  CdxFiles(const CdxFiles&) = delete;
  CdxFiles& operator=(const CdxFiles&) = delete;

  bool gives_back = true;  // not those with captures that are blocked
  std::vector<std::shared_ptr<const Generation>> generations;
  Searchables files;
  cdx::UrlKeyKind url_key = cdx::UrlKeyKind::kSurt;
};
// Of one collection, or of all (null). Throws NotFound when there are no CDX
// files, UsageError when their keys are of several kinds.
[[nodiscard]] std::shared_ptr<CdxFiles> open_cdx_files(const Site& site,
                                                       Collection* collection);

// The same with captures that rules of access block, to tell why there is none.
[[nodiscard]] std::shared_ptr<CdxFiles> open_whole_cdx_files(
    const Site& site, Collection* collection);

// The answer to a query. Throws UsageError.
[[nodiscard]] Response answer_cdx_query(const Site& site,
                                        Collection* collection, CdxQuery query,
                                        const Request& request);

// /cdx (all collections) and /NAME/cdx, with pywb's rules unless the parameter
// `dialect` says otherwise; /cdx/search/cdx, with those of Wayback; /NAME, with
// those of OutbackCDX, also for its XML queries (xml_query.h). All allow
// requests from scripts of other origins. `site` outlives the router.
void add_cdx_routes(const Site& site, Router& router);

}  // namespace wax::serve
