#include "collection/import/exclusion_list.h"

#include <optional>

#include "cdx/dedup/import_rules.h"
#include "cdx/files/open_cdx.h"
#include "cdx/format/list_lines.h"
#include "io/error.h"
#include "lines/line_stream.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

bool is_lost_version(uint8_t marks) {
  return marks == (ExclusionList::kExcluded | ExclusionList::kOriginalSkipped);
}

}  // namespace

ExclusionList::ExclusionList(uint64_t memory, const std::string& tmpdir)
    : captures_(memory / 2, tmpdir),
      originals_(memory / 4, tmpdir),
      versions_(memory / 4, tmpdir) {}

void ExclusionList::load(const std::string& path, std::string_view rules,
                         cdx::OneIdentity& identity, ProblemSink& problems) {
  auto lines = cdx::open_lines(path);
  std::string_view line;
  cdx::DatedVersion version;
  std::string original;  // that of the line before
  std::string its_original;
  for (uint64_t number = 1; lines->next(line); ++number) {
    if (line.empty()) continue;
    if (line[0] == '#') {
      identity.check(cdx::stated_identity(line).value_or(""), path);
      std::string_view stated = cdx::stated_import_rules(line);
      if (!stated.empty() && stated != rules) {
        throw UsageError(path + ": was made for an import with " +
                         std::string(stated) + ", but this one has " +
                         std::string(rules) +
                         "; give both tools the same --status, --types and "
                         "--all-types");
      }
      continue;
    }
    if (!cdx::parse_dated_version(line, version)) {
      problems.report(
          {Severity::kLost, "list-bad-line", path, std::nullopt,
           "line " + std::to_string(number) +
               " is not \"urlkey digest date\" with a date of 14 digits"});
      continue;
    }
    std::string digest = warc::normal_digest(version.digest);
    captures_.add({version.urlkey, digest, version.date});
    if (version.original.empty()) continue;
    its_original.assign(version.urlkey).append(" ").append(digest);
    its_original.append(" ").append(version.original);
    if (its_original == original) continue;
    original.swap(its_original);
    originals_.add({version.urlkey, digest, version.original});
    versions_.add({version.urlkey, digest});
  }
}

void ExclusionList::seal() {
  captures_.seal();
  originals_.seal();
  versions_.seal();
  marks_ = std::make_unique<std::atomic<uint8_t>[]>(versions_.places());
}

void ExclusionList::mark(std::string_view urlkey, std::string_view digest,
                         uint8_t marks) {
  auto place = versions_.find({urlkey, digest});
  if (place) marks_[*place].fetch_or(marks, std::memory_order_relaxed);
}

bool ExclusionList::is_lost(std::string_view urlkey,
                            std::string_view digest) const {
  auto place = versions_.find({urlkey, digest});
  return place && is_lost_version(marks_[*place]);
}

uint64_t ExclusionList::lost_versions() const {
  uint64_t lost = 0;
  for (size_t place = 0; place < versions_.places(); ++place) {
    if (is_lost_version(marks_[place])) ++lost;
  }
  return lost;
}

}  // namespace wax::collection
