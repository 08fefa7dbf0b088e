#include "crawl/jobs/archived_robots.h"

#include <algorithm>

#include "cdx/files/open_cdx.h"
#include "cdx/lookup/record_match.h"
#include "cdx/url/url.h"
#include "cdx/url/url_key.h"
#include "io/output.h"
#include "text/number.h"
#include "warc/record/digest.h"
#include "warc/record/record_part.h"

namespace wax::crawl {
namespace {

// Servers whose rules are kept in memory.
constexpr size_t kMostServers = 4096;

// "http://example.com:8080"; of a URL without a server, nothing.
std::string server_of_url(std::string_view url) {
  const cdx::UrlParts parts = cdx::split_url(url);
  if (parts.authority.empty()) return {};
  return std::string(parts.scheme.empty() ? "http" : parts.scheme) + "://" +
         std::string(parts.authority);
}

}  // namespace

ArchivedRobots::ArchivedRobots(const std::vector<std::string>& files,
                               const cdx::ArchivePaths& archives,
                               std::string agent, ProblemSink& problems)
    : archives_(archives),
      agent_(std::move(agent)),
      problems_(problems),
      records_(problems) {
  for (const std::string& path : files) {
    auto& [file, fields] = files_.emplace_back(
        cdx::open_searchable(path),
        cdx::LineFields({"timestamp", "status", "digest", "url", "filename",
                         "offset", "mime"}));
    const std::string head = file->head();
    cdx::CdxLines top(path, lines::lines_of(head));
    fields.begin(top);
  }
}

const RobotsRules& ArchivedRobots::of(std::string_view url) {
  const std::string server = server_of_url(url);
  auto found = known_.find(server);
  if (found != known_.end()) return found->second;
  if (known_.size() >= kMostServers) known_.clear();
  return known_[server] = read_rules(server);
}

// The newest first.
std::vector<ArchivedRobots::Capture> ArchivedRobots::captures_of(
    const std::string& key) {
  std::vector<Capture> captures;
  for (auto& [file, fields] : files_) {
    auto lines = file->lines({key + ' ', key + '!'});
    for (std::string_view line; lines->next(line);) {
      if (fields.read(line) != cdx::LineFields::Line::kCapture) continue;
      const std::string_view mime = fields[6];
      auto offset = text::whole_number(fields[5]);
      if (!offset) continue;  // no record of its own
      captures.push_back({std::string(fields[0]), std::string(fields[1]),
                          warc::normal_digest(fields[2]),
                          std::string(fields[3]),
                          std::string(fields[4]), *offset,
                          fields.format().is_revisit(mime, fields[4])});
    }
  }
  std::stable_sort(
      captures.begin(), captures.end(),
      [](const Capture& a, const Capture& b) { return a.date > b.date; });
  return captures;
}

// A resource has no status.
bool ArchivedRobots::is_success(const Capture& capture) {
  return capture.status.starts_with('2') || capture.status == "-";
}

RobotsRules ArchivedRobots::read_rules(const std::string& server) {
  if (server.empty()) return {};
  const std::string key =
      cdx::url_key(cdx::UrlKeyKind::kSurt, server + "/robots.txt");
  const std::vector<Capture> captures = captures_of(key);
  bool has_server_error = false;
  for (const Capture& last : captures) {
    if (last.status.starts_with('4')) return {};
    has_server_error |= last.status.starts_with('5');
    if (!is_success(last) && !last.is_revisit) continue;
    // A revisit has the body of a capture with its digest.
    const Capture* whole = &last;
    if (last.is_revisit) {
      auto original = std::find_if(
          captures.begin(), captures.end(), [&](const Capture& other) {
            return !other.is_revisit && other.digest == last.digest &&
                   is_success(other);
          });
      if (original == captures.end()) continue;
      whole = &*original;
    }
    std::string body;
    if (read_body(key, *whole, body)) return RobotsRules(body, agent_);
  }
  if (has_server_error) return RobotsRules("User-agent: *\nDisallow: /", "");
  return {};
}

bool ArchivedRobots::read_body(const std::string& key, const Capture& capture,
                               std::string& body) {
  std::vector<std::string_view> paths = archives_.find(capture.filename);
  if (paths.empty()) paths = {capture.filename};
  const cdx::LineIdentity identity{key, capture.date, capture.url,
                                   capture.digest};
  const std::string path(cdx::path_of_record(paths, identity, capture.offset));
  warc::Record record;
  if (records_.at(path, capture.offset, record) == nullptr) return false;
  if (!cdx::is_record_of(identity, record)) {
    problems_.report({Severity::kLost, "cdx-other-record", path, capture.offset,
                      "the record here is not that of " + capture.url + " of " +
                          capture.date + ", which the index names"});
    return false;
  }
  auto output = io::open_memory(body);
  warc::write_part(record, warc::Part::kPayload, path, *output, problems_);
  output->finish();
  return true;
}

}  // namespace wax::crawl
