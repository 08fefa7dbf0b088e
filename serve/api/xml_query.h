// The XML queries of OpenWayback's remote index, which OpenWayback, Heritrix
// and warcprox send to OutbackCDX. Any number of threads may call what is
// declared here.
#pragma once

#include "serve/answers/holdings.h"
#include "serve/http/message.h"

namespace wax::serve {

// Whether a request is one: "q=type:urlquery url:http%3A%2F%2Fexample.com%2F".
[[nodiscard]] bool is_xml_query(const Parameters& parameters);

// Answers the types urlquery and prefixquery, with limit, offset, startdate,
// enddate and sort:reverse. Throws UsageError.
[[nodiscard]] Response answer_xml_query(const Holdings& holdings,
                                        Collection* collection,
                                        const Request& request);

}  // namespace wax::serve
