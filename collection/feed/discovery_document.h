// Documents as the Solr schema of webarchive-discovery has them: the fields
// that SolrWayback and Shine search and show
// (https://github.com/ukwa/webarchive-discovery).
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "document/text/document.h"

namespace wax::collection {

// The identity of a capture in that schema: its date, "/" and the MD5 of its
// URL in base64.
[[nodiscard]] std::string discovery_id(std::string_view date,
                                       std::string_view url);

// Appends a JSON object of all fields that the document has, first its `id`,
// with `dates`, of 14 digits and sorted, as its crawl dates. Fields that
// segments do not have, such as "server", are not among them; nor is the place
// in an archive, unless it is told.
void append_discovery_document(const document::Document& document,
                               std::span<const std::string> dates,
                               std::string_view id, bool tells_place,
                               std::string& out);

// Appends the members of the crawl dates alone: "crawl_dates":[...],... With
// `set`, each value is {"set":[...]}, as Solr's atomic updates have it.
void append_crawl_dates(std::span<const std::string> dates, bool set,
                        std::string& out);

}  // namespace wax::collection
