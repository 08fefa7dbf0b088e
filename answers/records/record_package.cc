#include "answers/records/record_package.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "answers/records/named_original.h"
#include "answers/records/page_view.h"
#include "answers/records/part_capture.h"
#include "answers/shown/collection_answers.h"
#include "cdx/url/url_key.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "text/number.h"
#include "warc/check/data_package.h"
#include "warc/record/date.h"
#include "warc/record/named_original.h"
#include "warc/writer/header_edit.h"

namespace wax::answers {
namespace {

constexpr uint64_t kSortMemory = uint64_t{64} << 20;
constexpr uint64_t kBytesOfName = 40;
constexpr const char* kIdentifiedType = "WARC-Identified-Payload-Type";

std::shared_ptr<CdxFiles> files_of_package(const Scope& scope,
                                           bool is_replayed) {
  if (!scope.is_all() && !scope.generation->has_captures()) return nullptr;
  Collection* collection = scope.holdings->collections.find(scope.name());
  try {
    return is_replayed ? open_cdx_files(*scope.holdings, collection)
                       : open_listed_cdx_files(*scope.holdings, collection);
  } catch (const NotFound&) {
    return nullptr;
  }
}

// What the captures of a package are from, whose rules of access hold.
std::vector<std::shared_ptr<const Generation>> generations_of(
    const Scope& scope, const CdxFiles* cdx) {
  if (!scope.is_all()) return {scope.generation};
  std::vector<std::shared_ptr<const Generation>> generations;
  if (cdx != nullptr) generations = cdx->generations;
  for (const Scope& one : scope.members) {
    generations.push_back(one.generation);
  }
  return generations;
}

// Two archives may have one name.
std::string place_of(const UrlCapture& capture) {
  return capture.filename + '\n' + digits_of(capture.offset) + '\n' +
         capture.date + '\n' + capture.url;
}

// What two copies of a record have in common, as archives that were kept twice
// have them; empty when that cannot be said. A bad crawler gives one id to many
// records, and ARC files have none.
std::string identity_of(const OpenRecord& open, const UrlCapture& capture) {
  const warc::Record& record = open.record;
  const std::string_view id =
      open.is_of_arc ? std::string_view()
                     : record.headers.find("WARC-Record-ID").value_or("");
  if (id.empty() && capture.digest.empty()) return {};
  std::string identity(id);
  for (std::string_view part :
       {std::string_view(capture.url), std::string_view(capture.date),
        std::string_view(capture.digest), record.type_name}) {
    (identity += '\n') += part;
  }
  return identity;
}

// The name of the file that a capture is in, which others know.
std::string file_of(const Holdings& holdings, const UrlCapture& capture) {
  std::vector<std::string> paths;
  if (holdings.archives != nullptr) {
    paths = holdings.archives->find(capture.filename, false);
  }
  if (paths.empty()) return std::string(io::base_name(capture.filename));
  return std::string(io::base_name(io::outer_file(paths.front())));
}

}  // namespace

std::string date_now() {
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  if (epoch != nullptr) {
    if (auto seconds = text::whole_number<int64_t>(epoch)) {
      return warc::date14_of_seconds(*seconds);
    }
  }
  return warc::date14_of_seconds(
      std::chrono::duration_cast<std::chrono::seconds>(
          std::chrono::system_clock::now().time_since_epoch())
          .count());
}

RecordPackage::RecordPackage(const Scope& scope,
                             std::unique_ptr<TakenCaptures> captures,
                             PackageOptions options, io::Output& output)
    : scope_(scope),
      options_(std::move(options)),
      source_(*scope_.holdings, *scope_.generation),
      problems_(*scope_.holdings),
      captures_(std::move(captures)),
      cdx_(files_of_package(scope_, options_.is_replayed)),
      generations_(generations_of(scope_, cdx_.get())),
      digests_{{scope_.generation}},
      memory_(scope_.memory.get()) {
  const std::string date =
      warc::iso_date(options_.date.empty() ? date_now() : options_.date);
  io::Output* archive = &output;
  if (options_.is_wacz) {
    cdx::WaczOptions wacz;
    wacz.title = options_.title;
    wacz.description = options_.description;
    wacz.software = kSoftware;
    wacz.created = date;
    wacz.signing_key = options_.signing_key;
    wacz.sorting.memory = kSortMemory;
    wacz.sorting.jobs = 1;
    wacz_.emplace(output, std::move(wacz));
    archive = &wacz_->archive();
  }
  warc::WriterOptions writing;
  if (!options_.is_wacz) writing.compression = options_.compression;
  writer_.emplace(*archive, writing);
  copies_.emplace(*writer_, std::string(kSoftware), problems_);
  copies_->begin(date, options_.description);
}

bool RecordPackage::write_next() {
  if (is_whole_) return false;
  if (!wanted_.empty()) {
    const UrlCapture capture = std::move(wanted_.front());
    wanted_.pop_front();
    write({capture, {}}, false);
    return true;
  }
  TakenCapture taken;
  if (captures_->next(taken)) {
    write(taken, true);
    return true;
  }
  is_whole_ = true;
  writer_->finish();
  if (wacz_) wacz_->finish();
  return true;
}

bool RecordPackage::is_new(const std::string& name) {
  if (!seen_.insert(std::hash<std::string>()(name)).second) return false;
  memory_.add(kBytesOfName);
  return true;
}

bool RecordPackage::has(const std::string& name) const {
  return seen_.count(std::hash<std::string>()(name)) > 0;
}

void RecordPackage::write(const TakenCapture& taken, bool is_asked_for) {
  const UrlCapture& capture = taken.capture;
  if (!is_new(place_of(capture))) return;
  RecordFailure why;
  auto open = open_record(source_, capture, why);
  if (open == nullptr) return report_lost(capture, why.text);
  if (options_.most_bytes > 0 &&
      writer_->written() + open->record.content_length > options_.most_bytes) {
    ++counts_.beyond;
    return;
  }
  const std::string identity = identity_of(*open, capture);
  if (has(identity)) return;
  std::optional<UrlCapture> original;
  if (capture.is_revisit) original = original_of(capture);
  std::string header;
  if (!open->is_of_arc) {
    header = capture.is_revisit ? referring(*open, original)
                                : shown_header(generations_, open->record);
  }
  if (options_.is_replayed && open->record.headers.find(kIdentifiedType)) {
    const warc::FieldChange changes[] = {{kIdentifiedType, std::nullopt}};
    header = warc::edited_header(header, changes);
  }
  const auto extent = copied(*open, header);
  if (!extent) {
    return report_lost(capture, "its archive does not have all of it");
  }
  if (!identity.empty()) (void)is_new(identity);
  ++counts_.captures;
  list(taken, *extent, is_asked_for);
  if (cdx_ == nullptr) return;
  if (original) wanted_.push_back(std::move(*original));
  if (!options_.parts_date.empty()) want_parts(capture);
}

std::optional<warc::Extent> RecordPackage::copied(OpenRecord& open,
                                                  const std::string& header) {
  if (open.sent == nullptr) {
    return copies_->copy(*open.reader, open.record, open.path, header);
  }
  if (!open.sent->go_to(0)) return std::nullopt;
  return copies_->copy_copied(*open.sent, open.sent_offset, header);
}

void RecordPackage::list(const TakenCapture& taken, const warc::Extent& extent,
                         bool is_asked_for) {
  if (!wacz_) return;
  const UrlCapture& capture = taken.capture;
  cdx::Capture line;
  const bool is_surt =
      !scope_.is_all() && scope_.generation->url_key == cdx::UrlKeyKind::kSurt;
  line.urlkey = is_surt ? capture.urlkey
                        : cdx::url_key(cdx::UrlKeyKind::kSurt, capture.url);
  line.date = capture.date;
  line.url = capture.url;
  line.mime = capture.is_revisit ? "warc/revisit" : capture.mime;
  line.status = capture.status;
  line.digest = capture.digest;
  line.offset = extent.offset;
  line.length = extent.length;
  wacz_->add(line);
  if (is_asked_for && capture.mime == "text/html" && capture.status == "200") {
    wacz_->add(cdx::WaczPage{capture.url, capture.date, title_of(taken)});
  }
}

// Captures of a URL or a website come without titles.
std::string RecordPackage::title_of(const TakenCapture& taken) {
  const UrlCapture& capture = taken.capture;
  if (!taken.title.empty() || capture.urlkey.empty()) return taken.title;
  if (versions_key_ != capture.urlkey) {
    versions_ = answers_of(scope_)->versions(capture.urlkey);
    versions_key_ = capture.urlkey;
  }
  for (const FoundPage& page : versions_) {
    if (page.digest == capture.digest) return page.title;
  }
  return {};
}

std::optional<UrlCapture> RecordPackage::original_of(
    const UrlCapture& revisit) {
  if (cdx_ == nullptr) return std::nullopt;
  return find_original(source_, cdx_->files, cdx_->url_key, revisit, digests_,
                       problems_);
}

std::string RecordPackage::referring(const OpenRecord& revisit,
                                     std::optional<UrlCapture>& original) {
  const warc::Record& record = revisit.record;
  std::string header = shown_header(generations_, record);
  std::string container = shown_container(generations_, record);
  if (!original) {
    return cdx_ == nullptr ? header
                           : elsewhere(revisit, std::move(header), container);
  }
  RecordFailure why;
  auto open = open_record(source_, *original, why);
  if (open == nullptr) {
    if (container.empty()) container = file_of(*scope_.holdings, *original);
    if (is_new(place_of(*original))) report_lost(*original, why.text);
    original.reset();
    return elsewhere(revisit, std::move(header), container);
  }
  if (record.headers.find(warc::kRefersToContainer)) {
    header = header_with_container(header, {});
  }
  const std::string_view id =
      open->is_of_arc
          ? std::string_view()
          : open->record.headers.find("WARC-Record-ID").value_or("");
  header = header_referring_to(std::move(header), record, *original, id);
  if (!options_.is_replayed) return header;
  // ReplayWeb.page finds an original by these alone, which revisits of old
  // crawlers lack.
  const warc::FieldChange changes[] = {
      {warc::kRefersToUrl, original->url},
      {warc::kRefersToDate, warc::iso_date(original->date)}};
  return warc::edited_header(header, changes);
}

std::string RecordPackage::elsewhere(const OpenRecord& revisit,
                                     std::string header,
                                     std::string_view container) {
  ++counts_.elsewhere;
  // Rules hide what it names, and with it the file.
  if (container.empty() && header != revisit.record.raw_header) return header;
  const auto& required = required_by(revisit.path);
  if (container.empty()) {
    if (wacz_) {
      for (const io::PackedFile& file : required) wacz_->require(file);
    }
    return header;
  }
  if (wacz_) {
    io::PackedFile file;
    file.path = container;
    for (const io::PackedFile& known : required) {
      if (warc::container_name(known.path) == container) file = known;
    }
    wacz_->require(file);
  }
  if (revisit.record.headers.find(warc::kRefersToContainer)) return header;
  return header_with_container(header, container);
}

const std::vector<io::PackedFile>& RecordPackage::required_by(
    const std::string& archive) {
  const std::string_view file = io::outer_file(archive);
  if (file == package_) return required_;
  package_ = file;
  required_.clear();
  if (!io::is_wacz_name(file) || io::is_url(file)) return required_;
  try {
    if (auto read = warc::read_data_package(package_)) {
      required_ = std::move(read->required);
    }
  } catch (const Error&) {
    // Its records can be read, without what else it says.
  }
  return required_;
}

void RecordPackage::want_parts(const UrlCapture& capture) {
  ViewSource source;
  source.holdings = scope_.holdings;
  source.deadline = scope_.deadline;
  try {
    each_part(source, *cdx_, capture, [&](std::string_view url) {
      // Next to one date, a URL has one capture.
      if (!is_new(std::string(url))) return;
      auto part = find_part(*scope_.holdings, *cdx_, std::string(url),
                            options_.parts_date, problems_);
      if (!part || (part->url != url && !is_new(part->url))) return;
      wanted_.push_back(std::move(*part));
    });
  } catch (const Error&) {
    // The record itself is told of; its parts are not known.
  }
}

void RecordPackage::report_lost(const UrlCapture& capture,
                                const std::string& why) {
  ++counts_.missing;
  constexpr uint64_t kMostTold = 100;
  if (counts_.missing > kMostTold || !scope_.holdings->report) return;
  scope_.holdings->report(capture.url + " of " + capture.date +
                          " is left out: " + why);
}

RecordPackage::Counts RecordPackage::counts() const {
  Counts counts = counts_;
  counts.records = copies_->written();
  return counts;
}

std::vector<std::string> RecordPackage::missing() const {
  std::vector<std::string> reasons = captures_->missing();
  auto add = [&reasons](std::vector<std::string> others) {
    for (std::string& one : others) {
      if (std::ranges::find(reasons, one) == reasons.end()) {
        reasons.push_back(std::move(one));
      }
    }
  };
  if (cdx_ != nullptr) add(cdx_->gone());
  if (source_.shards != nullptr) add(source_.shards->gone());
  if (counts_.elsewhere > 0) {
    reasons.push_back(std::to_string(counts_.elsewhere) +
                      (counts_.elsewhere == 1
                           ? " revisit has no original here"
                           : " revisits have no originals here"));
  }
  if (counts_.beyond > 0) {
    reasons.push_back(
        std::to_string(counts_.beyond) +
        (counts_.beyond == 1
             ? " capture is left out, which would make the package too large"
             : " captures are left out, which would make the package too "
               "large"));
  }
  if (counts_.missing > 0) {
    reasons.push_back(
        std::to_string(counts_.missing) +
        (counts_.missing == 1
             ? " capture has no record that can be read here"
             : " captures have no records that can be read here"));
  }
  return reasons;
}

}  // namespace wax::answers
