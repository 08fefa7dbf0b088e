#include "serve/api/stored_record.h"

#include <utility>
#include <vector>

#include "cdx/lookup/lookup.h"
#include "io/error.h"
#include "text/number.h"

namespace wax::serve {
namespace {

std::vector<std::string> values_of_line(std::string_view line) {
  std::vector<std::string> values;
  while (true) {
    size_t end = std::min(line.find(' '), line.size());
    values.emplace_back(line.substr(0, end));
    if (end == line.size()) return values;
    line.remove_prefix(end + 1);
  }
}

std::optional<std::vector<std::string>> first_values(const CdxFiles& cdx,
                                                     const std::string& url,
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
  return values_of_line(line);
}

}  // namespace

void RecordProblems::report(Problem problem) {
  if (problem.severity == Severity::kNote || reported_) return;
  reported_ = true;
  if (site_.report) {
    site_.report(problem.file + ": " + problem.id + ": " + problem.text);
  }
}

std::optional<StoredCapture> find_capture(const CdxFiles& cdx,
                                          const std::string& url,
                                          const std::string& date,
                                          ProblemSink& problems) {
  cdx::LookupOptions options;
  options.closest = date;
  options.fields = {"timestamp", "url", "mime", "filename", "offset"};
  auto values = first_values(cdx, url, options, problems);
  if (!values || values->size() != 5) return std::nullopt;
  StoredCapture capture;
  capture.date = (*values)[0];
  capture.url = (*values)[1];
  capture.mime = (*values)[2];
  capture.filename = (*values)[3];
  auto offset = text::whole_number((*values)[4]);
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
  auto values = first_values(cdx, revisit.url, options, problems);
  if (!values || values->size() != 2) return std::nullopt;
  auto offset = text::whole_number((*values)[1]);
  if (!offset) return std::nullopt;
  StoredCapture original = revisit;
  original.filename = (*values)[0];
  original.offset = *offset;
  original.stored = true;
  return original;
}

std::shared_ptr<OpenRecord> open_record(const Site& site,
                                        const StoredCapture& capture,
                                        std::string& why) {
  if (!capture.stored) {
    why = "The index names no record of this capture.";
    return nullptr;
  }
  std::string_view path;
  if (site.archives != nullptr) path = site.archives->find(capture.filename);
  if (path.empty()) {
    why = "The archive " + capture.filename +
          " with this capture is not at hand on this server.";
    return nullptr;
  }
  auto record = std::make_shared<OpenRecord>(site);
  try {
    if (record->access.at(std::string(path), capture.offset, record->record) !=
        nullptr) {
      return record;
    }
    why = "The archive " + capture.filename + " has no record at byte " +
          std::to_string(capture.offset) + ", where the index names one.";
  } catch (const Error& error) {
    if (site.report) site.report(error.what());
    why = "The archive " + capture.filename + " cannot be read.";
  }
  return nullptr;
}

}  // namespace wax::serve
