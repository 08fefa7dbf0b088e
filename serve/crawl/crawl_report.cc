#include "serve/crawl/crawl_report.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "collection/access/derived.h"
#include "collection/layout.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "lines/line_stream.h"

namespace wax::serve {
namespace {

std::string file_of(const answers::Scope& scope) {
  return collection::Layout{scope.collection->files().folder}.crawl_report();
}

// What is left of a finding where there are rules; nothing: it is hidden.
std::optional<crawl::Finding> shown_part(crawl::Finding finding,
                                         collection::DerivedGate& gate) {
  if (!gate.shows_url(finding.url) ||
      (!finding.page.empty() && !gate.shows_url(finding.page))) {
    return std::nullopt;
  }
  finding.count = 0;
  finding.detail.clear();
  return finding;
}

CrawlReport read_report(const answers::Scope& scope,
                        std::optional<crawl::FindingKind> kind, size_t most) {
  const std::string file = file_of(scope);
  const auto lines = lines::lines_of(io::open_input(file));
  const auto& rules = scope.generation->access;
  collection::DerivedGate gate(rules, scope.generation->url_key);
  CrawlReport report;
  report.is_there = true;
  if (kind) report.kind = *kind;
  for (std::string_view line; lines->next(line);) {
    if (std::chrono::steady_clock::now() > scope.deadline) {
      throw answers::OutOfTime();
    }
    std::optional<crawl::Finding> finding = crawl::read_finding(line);
    if (!finding) throw FormatError(file, 0, "has lines that are no findings");
    if (rules != nullptr) finding = shown_part(*std::move(finding), gate);
    if (!finding) continue;
    ++report.counts[static_cast<size_t>(finding->kind)];
    const bool is_first =
        report.findings.empty() || finding->kind < report.kind;
    if (!kind && is_first) {
      report.kind = finding->kind;
      report.findings.clear();
    }
    if (finding->kind == report.kind && report.findings.size() < most) {
      report.findings.push_back(*std::move(finding));
    }
  }
  return report;
}

}  // namespace

bool has_crawl_report(const answers::Scope& scope) {
  std::error_code none;
  return !scope.is_all() && !scope.collection->files().folder.empty() &&
         std::filesystem::exists(file_of(scope), none);
}

CrawlReport crawl_report(const answers::Scope& scope,
                         std::optional<crawl::FindingKind> kind, size_t most) {
  if (!has_crawl_report(scope)) return {};
  try {
    return read_report(scope, kind, most);
  } catch (const answers::OutOfTime&) {
    throw;
  } catch (const Error& error) {
    if (scope.holdings->report) scope.holdings->report(error.what());
    return {};
  }
}

}  // namespace wax::serve
