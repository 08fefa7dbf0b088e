#include "serve/http/metrics.h"

#include <cstdio>

namespace wax::serve {
namespace {

std::string metric_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

void append_metric_help(const char* name, const char* type, const char* help,
                        std::string& out) {
  out.append("# HELP ").append(name).append(" ").append(help).append("\n");
  out.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

}  // namespace

void Metrics::count_request(const std::string& route, int status,
                            double seconds, uint64_t bytes) {
  std::lock_guard lock(mutex_);
  ++requests_[{route, status}];
  bytes_ += bytes;
  Times& times = times_[route];
  for (size_t i = 0; i < kBounds.size(); ++i) {
    if (seconds <= kBounds[i]) ++times.counts[i];
  }
  ++times.count;
  times.sum += seconds;
}

void Metrics::count_refusal(const std::string& reason) {
  std::lock_guard lock(mutex_);
  ++refusals_[reason];
}

std::string Metrics::text() const {
  std::lock_guard lock(mutex_);
  std::string out;
  append_metric_help("wax_http_requests_total", "counter",
                     "Answered requests by route and status.", out);
  for (const auto& [key, count] : requests_) {
    out += "wax_http_requests_total{route=\"" + key.first + "\",code=\"" +
           std::to_string(key.second) + "\"} " + std::to_string(count) + '\n';
  }
  append_metric_help("wax_http_request_seconds", "histogram",
                     "Time from a request to the end of its answer.", out);
  for (const auto& [route, times] : times_) {
    std::string label = "{route=\"" + route + "\"";
    for (size_t i = 0; i < kBounds.size(); ++i) {
      out += "wax_http_request_seconds_bucket" + label + ",le=\"" +
             metric_number(kBounds[i]) + "\"} " +
             std::to_string(times.counts[i]) + '\n';
    }
    out += "wax_http_request_seconds_bucket" + label + ",le=\"+Inf\"} " +
           std::to_string(times.count) + '\n';
    out += "wax_http_request_seconds_sum" + label + "} " +
           metric_number(times.sum) + '\n';
    out += "wax_http_request_seconds_count" + label + "} " +
           std::to_string(times.count) + '\n';
  }
  append_metric_help("wax_http_refused_total", "counter",
                     "Requests and connections refused before any handler.",
                     out);
  for (const auto& [reason, count] : refusals_) {
    out += "wax_http_refused_total{reason=\"" + reason + "\"} " +
           std::to_string(count) + '\n';
  }
  append_metric_help("wax_http_sent_bytes_total", "counter",
                     "Bytes of bodies that were sent.", out);
  out += "wax_http_sent_bytes_total " + std::to_string(bytes_) + '\n';
  append_metric_help("wax_http_connections", "gauge", "Open connections.", out);
  out += "wax_http_connections " + std::to_string(connections_) + '\n';
  append_metric_help("wax_http_requests_running", "gauge",
                     "Requests that are worked on or wait for a thread.", out);
  out += "wax_http_requests_running " + std::to_string(running_) + '\n';
  return out;
}

}  // namespace wax::serve
