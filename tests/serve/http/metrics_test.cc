#include "serve/http/metrics.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::serve {
namespace {

TEST(Metrics, CountRequestsTimesAndRefusals) {
  Metrics metrics;
  metrics.count_request("/cdx", 200, 0.002, 100);
  metrics.count_request("/cdx", 200, 20, 1);
  metrics.count_refusal("too-long");
  metrics.set_connections(3);
  metrics.set_running(2);
  std::string text = metrics.text();
  for (const char* line :
       {"wax_http_requests_total{route=\"/cdx\",code=\"200\"} 2\n",
        "wax_http_request_seconds_bucket{route=\"/cdx\",le=\"0.001\"} 0\n",
        "wax_http_request_seconds_bucket{route=\"/cdx\",le=\"0.0025\"} 1\n",
        "wax_http_request_seconds_bucket{route=\"/cdx\",le=\"+Inf\"} 2\n",
        "wax_http_request_seconds_sum{route=\"/cdx\"} 20.002\n",
        "wax_http_refused_total{reason=\"too-long\"} 1\n",
        "wax_http_sent_bytes_total 101\n", "wax_http_connections 3\n",
        "wax_http_requests_running 2\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

}  // namespace
}  // namespace wax::serve
