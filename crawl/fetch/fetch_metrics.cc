#include "crawl/fetch/fetch_metrics.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "io/byte_source.h"
#include "io/error.h"
#include "text/number.h"

namespace wax::crawl {
namespace {

void head(std::string_view name, std::string_view type, std::string_view help,
          std::string& out) {
  out.append("# HELP ").append(name).append(" ").append(help).append("\n");
  out.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

void number(std::string_view name, std::string_view type, std::string_view help,
            uint64_t value, std::string& out) {
  head(name, type, help, out);
  out.append(name).append(" ").append(std::to_string(value)).append("\n");
}

void by_reason(std::string_view name, std::string_view label,
               std::string_view help, const FetchCounts::ByReason& counts,
               std::string& out) {
  head(name, "counter", help, out);
  for (const auto& [reason, count] : counts) {
    out.append(name).append("{").append(label).append("=\"").append(reason);
    out.append("\"} ").append(std::to_string(count)).append("\n");
  }
}

}  // namespace

std::string fetch_metrics(const FetchCounts& counts) {
  std::string out;
  number("wax_fetch_urls_total", "counter", "URLs of lists.", counts.read, out);
  by_reason("wax_fetch_answers_total", "status", "Answers in archives.",
            counts.statuses, out);
  by_reason("wax_fetch_skipped_total", "reason",
            "URLs that may not be fetched.", counts.skipped, out);
  by_reason("wax_fetch_failed_total", "reason", "URLs that failed.",
            counts.failed, out);
  number("wax_fetch_truncated_total", "counter", "Answers that were cut.",
         counts.truncated, out);
  number("wax_fetch_unmodified_total", "counter",
         "Answers that a page has not changed.", counts.unmodified, out);
  number("wax_fetch_received_bytes_total", "counter",
         "Bytes of answers in archives.", counts.received, out);
  number("wax_fetch_requests", "gauge", "Requests under way.", counts.under_way,
         out);
  number("wax_fetch_waiting_hosts", "gauge", "Hosts whose turn comes later.",
         counts.waiting, out);
  return out;
}

void write_metrics_file(const std::string& path, const FetchCounts& counts) {
  // Left by a process that was killed, it is replaced by the next one.
  const std::string part = path + ".part-metrics";
  std::ofstream file(part, std::ios::binary | std::ios::trunc);
  file << fetch_metrics(counts);
  file.close();
  if (!file) throw IoError(part, "write", errno);
  if (::rename(part.c_str(), path.c_str()) != 0) {
    throw IoError(path, "replace", errno);
  }
}

std::string progress_words(const FetchCounts& counts) {
  std::string words = text::grouped(counts.fetched) + " answers";
  std::string_view before = " (";
  for (const auto& [status, count] : counts.statuses) {
    words.append(before).append(status).append(" ");
    words += text::grouped(count);
    before = ", ";
  }
  if (!counts.statuses.empty()) words += ')';
  uint64_t failed = 0;
  for (const auto& [reason, count] : counts.failed) failed += count;
  if (failed > 0) words += ", " + text::grouped(failed) + " failed";
  return words + ", " + text::grouped(counts.under_way) + " hosts asked, " +
         text::grouped(counts.waiting) + " wait, ";
}

void check_metrics_file(const std::string& path) {
  constexpr std::string_view kBeginning = "# HELP wax_fetch_";
  if (!std::filesystem::is_regular_file(path)) return;
  const std::string text = io::read_all(*io::open_file(path), UINT64_MAX);
  if (text.empty() || text.starts_with(kBeginning)) return;
  throw UsageError(path + ": was not made by wax-fetch; give another file");
}

}  // namespace wax::crawl
