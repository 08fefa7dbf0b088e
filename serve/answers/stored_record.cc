#include "serve/answers/stored_record.h"

#include <utility>
#include <vector>

#include "cdx/lookup/lookup.h"
#include "cdx/lookup/row.h"
#include "io/error.h"
#include "text/number.h"

namespace wax::serve {
namespace {

// The first row of an answer, and the line that it has views into.
struct FirstRow {
  cdx::Row row;
  std::unique_ptr<lines::LineStream> lines;
};

std::optional<FirstRow> first_row(const CdxFiles& cdx, const std::string& url,
                                  cdx::LookupOptions options,
                                  ProblemSink& problems) {
  options.url_key = cdx.url_key;
  options.match = cdx::MatchType::kExact;
  options.limit = 1;
  options.sort.jobs = 1;
  auto lines = cdx::lookup_lines(cdx.files, cdx::lookup_range(url, options),
                                 options, problems);
  std::string_view line;
  if (!lines->next(line)) return std::nullopt;
  cdx::Row row(options);
  row.read(line);
  return FirstRow{std::move(row), std::move(lines)};
}

}  // namespace

void RecordProblems::report(Problem problem) {
  if (problem.severity == Severity::kNote || reported_) return;
  reported_ = true;
  if (holdings_.report) {
    holdings_.report(problem.file + ": " + problem.id + ": " + problem.text);
  }
}

std::optional<StoredCapture> find_capture(const CdxFiles& cdx,
                                          const std::string& url,
                                          const std::string& date,
                                          ProblemSink& problems) {
  cdx::LookupOptions options;
  options.closest = date;
  options.fields = {"timestamp", "url", "mime", "filename", "offset"};
  auto first = first_row(cdx, url, options, problems);
  if (!first) return std::nullopt;
  StoredCapture capture;
  capture.date = first->row.date();
  capture.url = first->row.url();
  capture.mime = first->row.mime();
  capture.filename = first->row.filename();
  auto offset = text::whole_number(first->row.offset());
  capture.stored = offset && capture.filename != "-";
  capture.offset = offset.value_or(0);
  return capture;
}

std::optional<StoredCapture> find_original(const CdxFiles& cdx,
                                           const StoredCapture& revisit,
                                           ProblemSink& problems) {
  cdx::LookupOptions options;
  options.resolve_revisits = true;
  options.from = options.to = revisit.date;
  options.fields = {"orig.filename", "orig.offset"};
  auto first = first_row(cdx, revisit.url, options, problems);
  if (!first) return std::nullopt;
  auto offset = text::whole_number(first->row[1]);
  if (!offset) return std::nullopt;
  StoredCapture original = revisit;
  original.filename = first->row[0];
  original.offset = *offset;
  original.stored = true;
  return original;
}

std::shared_ptr<OpenRecord> open_record(const Holdings& holdings,
                                        const StoredCapture& capture,
                                        std::string& why) {
  if (!capture.stored) {
    why = "The index names no record of this capture.";
    return nullptr;
  }
  std::string_view path;
  if (holdings.archives != nullptr)
    path = holdings.archives->find(capture.filename);
  if (path.empty()) {
    why = "The archive " + capture.filename +
          " with this capture is not at hand on this server.";
    return nullptr;
  }
  auto record = std::make_shared<OpenRecord>(holdings);
  try {
    if (record->access.at(std::string(path), capture.offset, record->record) !=
        nullptr) {
      return record;
    }
    why = "The archive " + capture.filename + " has no record at byte " +
          std::to_string(capture.offset) + ", where the index names one.";
  } catch (const Error& error) {
    if (holdings.report) holdings.report(error.what());
    why = "The archive " + capture.filename + " cannot be read.";
  }
  return nullptr;
}

}  // namespace wax::serve
