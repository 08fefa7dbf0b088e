#include "answers/records/stored_record.h"

#include <algorithm>
#include <utility>

#include "answers/records/shard_records.h"
#include "answers/requests/message.h"
#include "answers/shown/collection_answers.h"
#include "cdx/format/capture.h"
#include "cdx/lookup/lookup.h"
#include "cdx/lookup/record_match.h"
#include "cdx/url/idna2008.h"
#include "io/error.h"
#include "text/number.h"
#include "text/percent.h"
#include "warc/record/date.h"
#include "warc/record/digest.h"

namespace wax::answers {
namespace {

// Captures of a URL, and URLs of a digest, to find the original of a revisit.
constexpr int kMostLookedAt = 1000;
constexpr size_t kMostUrls = 100;
constexpr int kMostCopies = 20;

bool is_same_digest(const UrlCapture& a, const UrlCapture& b) {
  return !a.digest.empty() && !b.digest.empty() &&
         warc::normal_digest(a.digest) == warc::normal_digest(b.digest);
}

// The one before it of its URL key.
std::optional<UrlCapture> original_of_key(const Searchables& files,
                                          cdx::UrlKeyKind url_key,
                                          const UrlCapture& revisit,
                                          ProblemSink& problems) {
  cdx::LookupOptions options;
  options.url_key = url_key;
  options.resolve_revisits = true;
  options.from = options.to = revisit.date;
  options.closest = revisit.date;
  options.fields = {"orig.filename", "orig.offset"};
  FoundCaptures lines(files, revisit.url, options, problems);
  UrlCapture line;
  while (lines.next(line)) {
    if (line.filename != revisit.filename || line.offset != revisit.offset) {
      continue;
    }
    const cdx::Row& row = lines.row();
    std::string_view filename = row[row.size() - 2];
    const auto offset = text::whole_number(row[row.size() - 1]);
    if (filename == "-" || !offset) return std::nullopt;
    // Its own line has its date, with which its record is compared.
    cdx::LookupOptions before;
    before.url_key = url_key;
    before.to = revisit.date;
    before.closest = revisit.date;
    FoundCaptures captures(files, revisit.url, before, problems);
    UrlCapture original;
    while (captures.next(original)) {
      if (original.filename == filename && original.offset == offset) {
        return original;
      }
    }
    return std::nullopt;
  }
  return std::nullopt;
}

// URLs of the full text with this digest. What is damaged there is passed over:
// the lines of CDX files may tell the URL. Limits that are met are thrown.
std::vector<std::string> urls_of_digest(const DigestSearch& digests,
                                        std::string_view digest) {
  std::vector<std::string> urls;
  Scope scope;
  for (const auto& generation : digests.generations) {
    scope.generation = generation;
    try {
      answers_of(scope)->add_urls_of_digest(warc::normal_digest(digest),
                                            kMostUrls, urls);
    } catch (const FormatError&) {
    } catch (const IoError&) {
    } catch (const UsageError&) {  // the shards have no full text
    }
  }
  return urls;
}

struct EnoughLines {};

std::optional<UrlCapture> capture_with_digest(const Searchables& files,
                                              cdx::UrlKeyKind url_key,
                                              const UrlCapture& revisit,
                                              DigestSearch& digests,
                                              ProblemSink& problems) {
  cdx::LookupOptions options;
  options.url_key = url_key;
  options.filters = {"=digest:" + warc::normal_digest(revisit.digest)};
  UrlCapture capture;
  auto find = [&](const std::string& url) {
    FoundCaptures captures(files, url, options, problems);
    while (captures.next(capture)) {
      if (!capture.is_revisit && is_same_digest(capture, revisit)) return true;
    }
    return false;
  };
  for (const std::string& url : urls_of_digest(digests, revisit.digest)) {
    if (!cdx::url_key(url_key, url).empty() && find(url)) return capture;
  }
  Scope scope;
  for (const auto& generation : digests.generations) {
    scope.generation = generation;
    digests.lines = std::min(digests.lines, answers_of(scope)->most_lines());
  }
  options.tick = [&digests] {
    constexpr uint64_t kBetweenTicks = 1024;
    if (digests.lines < kBetweenTicks) throw EnoughLines();
    digests.lines -= kBetweenTicks;
  };
  try {
    if (find("")) return capture;
  } catch (const EnoughLines&) {
    digests.lines = 0;
  } catch (const UsageError&) {
    // A file has no digests.
  }
  return std::nullopt;
}

bool is_empty_digest(std::string_view digest) {
  const auto parsed = warc::parse_digest(digest);
  return parsed && warc::Digester(parsed->algorithm).finish() == *parsed;
}

// Wanted tells what is none.
bool is_whole_answer(const RecordSource& from, const UrlCapture& capture) {
  if (capture.status == "206") return false;
  if (capture.is_revisit) return true;
  if (capture.status == "304") return false;
  if (capture.status == "200") return !is_empty_digest(capture.digest);
  if (!capture.status.empty()) return true;
  RecordFailure none;
  const auto open = open_record(from, capture, none);
  return open == nullptr ||
         (open->record.type != warc::RecordType::kMetadata &&
          open->record.type != warc::RecordType::kConversion);
}

// The last whole answer before a revisit that says that nothing has changed
// since, and not since when. Where captures may be hidden, none is known to be
// the last one.
std::optional<UrlCapture> last_answer_before(const RecordSource& from,
                                             const Searchables& files,
                                             cdx::UrlKeyKind url_key,
                                             const UrlCapture& revisit,
                                             const DigestSearch& digests,
                                             ProblemSink& problems) {
  const bool may_hide =
      from.shards != nullptr ||
      std::ranges::any_of(digests.generations, [](const auto& generation) {
        return generation != nullptr && generation->access != nullptr;
      });
  if (may_hide) return std::nullopt;
  cdx::LookupOptions options;
  options.url_key = url_key;
  options.to = options.closest = revisit.date;
  FoundCaptures captures(files, revisit.url, options, problems);
  UrlCapture capture;
  for (int i = 0; i < kMostLookedAt && captures.next(capture); ++i) {
    if (!is_whole_answer(from, capture)) continue;
    if (!capture.is_revisit) return capture;
    if (capture.digest.empty() || is_empty_digest(capture.digest)) continue;
    return original_of_key(files, url_key, capture, problems);
  }
  return std::nullopt;
}

// The capture that the record of a revisit refers to.
std::optional<UrlCapture> referred_original(const RecordSource& from,
                                            const Searchables& files,
                                            cdx::UrlKeyKind url_key,
                                            const UrlCapture& revisit,
                                            const DigestSearch& digests,
                                            ProblemSink& problems) {
  RecordFailure why;
  auto open = open_record_or_copy(from, files, url_key, revisit, why);
  if (open == nullptr) return std::nullopt;
  const auto [named_url, date] = warc::named_original(open->record.headers);
  const std::string& url = named_url.empty() ? revisit.url : named_url;
  cdx::LookupOptions options;
  options.url_key = url_key;
  options.closest = date.empty() ? revisit.date : date;
  if (!cdx::url_key(url_key, url).empty()) {
    FoundCaptures captures(files, url, options, problems);
    UrlCapture capture;
    for (int i = 0; i < kMostLookedAt && captures.next(capture); ++i) {
      if (capture.is_revisit) continue;
      if (is_same_digest(capture, revisit) ||
          (revisit.digest.empty() && capture.date == date)) {
        return capture;
      }
    }
  }
  const bool has_digest =
      !revisit.digest.empty() && !is_empty_digest(revisit.digest);
  if (has_digest || !date.empty() ||
      !warc::is_not_modified(open->record.headers)) {
    return std::nullopt;
  }
  return last_answer_before(from, files, url_key, revisit, digests, problems);
}

// One of `captures`, the nearest to `date` first.
std::optional<UrlCapture> wanted_capture(const RecordSource& from,
                                         FoundCaptures& captures,
                                         std::string_view date, Wanted wanted) {
  std::optional<UrlCapture> nearest;
  UrlCapture capture;
  for (int i = 0; i < kMostLookedAt && captures.next(capture); ++i) {
    if (wanted == Wanted::kRecord) return capture;
    const bool is_named = wanted == Wanted::kBody && nearest &&
                          nearest->date == date && nearest->status != "304";
    if (is_named && capture.date != date) break;
    if (is_named && capture.url != nearest->url) continue;
    if (is_whole_answer(from, capture)) return capture;
    if (!nearest) nearest = std::move(capture);
  }
  return nearest;
}

}  // namespace

RecordSource::RecordSource(const Holdings& all, const CdxFiles& cdx)
    : holdings(&all) {
  for (const auto& generation : cdx.generations) {
    if (generation->shards != nullptr) shards = generation->shards;
  }
}

std::vector<std::string> FoundCaptures::completed(const std::string& url,
                                                  cdx::LookupOptions& options) {
  if (!url.empty() && !options.match) options.match = cdx::MatchType::kExact;
  options.asked_url = cdx::idna2008_url(url);
  if (options.asked_url.empty()) options.asked_url = url;
  if (!url.empty()) options.also = cdx::other_spelling(url, options);
  std::vector<std::string> names(kCaptureFields.begin(), kCaptureFields.end());
  names.insert(names.end(), options.fields.begin(), options.fields.end());
  options.fields = names;
  options.allow_missing = true;
  options.sort.jobs = 1;
  return names;
}

FoundCaptures::FoundCaptures(const Searchables& files, const std::string& url,
                             cdx::LookupOptions options, ProblemSink& problems)
    : row_(completed(url, options)),
      lines_(cdx::lookup_lines(
          files, url.empty() ? kAllLines : cdx::lookup_range(url, options),
          options, problems)) {}

bool FoundCaptures::next(UrlCapture& capture) {
  std::string_view line;
  if (!lines_->next(line)) return false;
  row_.read(line);
  read_capture(row_, capture);
  capture.is_revisit =
      capture.mime == "warc/revisit" || capture.filename.empty();
  return true;
}

void RecordReport::report(Problem problem) {
  if (problem.severity == Severity::kNote) return;
  damaged_ = damaged_ || problem.id != "no-record-at-offset";
  if (reported_) return;
  reported_ = true;
  if (holdings_.report) {
    holdings_.report(problem.file + ": " + problem.id + ": " + problem.text);
  }
}

void throw_failure(const RecordFailure& why) {
  if (why.damaged) throw BadArchive(why.text);
  throw NotFound(why.text);
}

void OpenRecord::check_whole() {
  reader->finish();
  if (reader->intact()) return;
  throw BadArchive("The archive " + filename +
                   " does not have all of this record, or it is damaged there");
}

std::optional<UrlCapture> find_capture(const RecordSource& from,
                                       const Searchables& files,
                                       cdx::UrlKeyKind url_key,
                                       const std::string& url,
                                       std::string_view date, Wanted wanted,
                                       ProblemSink& problems) {
  if (url.empty()) return std::nullopt;  // it would stand for all lines
  cdx::LookupOptions options;
  options.url_key = url_key;
  options.closest = date;
  if (wanted == Wanted::kRecord) options.limit = 1;
  auto find = [&](const std::string& one) {
    FoundCaptures captures(files, one, options, problems);
    return wanted_capture(from, captures, date, wanted);
  };
  if (auto found = find(url)) return found;
  // A key says the same of a byte and its escape; a URL without one does not.
  std::string key;
  const std::string unescaped = text::percent_decoded(url);
  if (cdx::append_url_key(url_key, url, key) || unescaped == url ||
      unescaped.empty()) {
    return std::nullopt;
  }
  return find(unescaped);
}

std::optional<UrlCapture> original_elsewhere(
    const RecordSource& from, const Searchables& files, cdx::UrlKeyKind url_key,
    const UrlCapture& revisit, DigestSearch& digests, ProblemSink& problems) {
  auto original =
      referred_original(from, files, url_key, revisit, digests, problems);
  if (original || revisit.digest.empty()) return original;
  return capture_with_digest(files, url_key, revisit, digests, problems);
}

void check_asked_date(std::string_view date,
                      const std::optional<UrlCapture>& found) {
  const bool is_of_data = found && found->date == date;
  if (!date.empty() && !is_of_data) warc::check_given_date(date);
}

std::optional<UrlCapture> find_original(
    const RecordSource& from, const Searchables& files, cdx::UrlKeyKind url_key,
    const UrlCapture& revisit, DigestSearch& digests, ProblemSink& problems) {
  auto original = original_of_key(files, url_key, revisit, problems);
  if (original) return original;
  return original_elsewhere(from, files, url_key, revisit, digests, problems);
}

namespace {

std::shared_ptr<OpenRecord> open_sent_record(const RecordSource& from,
                                             const UrlCapture& capture,
                                             RecordFailure& why) {
  SentRecord sent = ask_for_record(*from.shards, capture);
  if (sent.bytes == nullptr) {
    why = {std::move(sent.why), sent.is_damaged};
    return nullptr;
  }
  auto open = std::make_shared<OpenRecord>(*from.holdings);
  open->filename = open->path = capture.filename;
  open->is_of_arc = sent.is_of_arc;
  open->sent_offset = sent.offset;
  open->sent = warc::open_archive(
      io::open_spool(std::move(sent.bytes), capture.filename), open->problems);
  open->reader = open->sent.get();
  if (open->sent->go_to(sent.offset) && open->sent->next(open->record) &&
      open->record.offset == sent.offset) {
    return open;
  }
  why = {"The shard that has this capture gave no record of it.", true};
  return nullptr;
}

}  // namespace

std::shared_ptr<OpenRecord> open_record(const RecordSource& from,
                                        const UrlCapture& capture,
                                        RecordFailure& why) {
  const Holdings& holdings = *from.holdings;
  const auto& offset = capture.offset;
  if (!offset || capture.filename.empty()) {
    why.text = "The index names no record of this capture.";
    return nullptr;
  }
  if (from.shards != nullptr) return open_sent_record(from, capture, why);
  const cdx::LineIdentity line{capture.urlkey, capture.date, capture.url,
                               capture.digest};
  const std::string& name = capture.filename;
  std::string fault;
  why.text = "The archive " + name +
             " with this capture is not available on this server.";
  if (holdings.archives == nullptr) return nullptr;
  // Archives may have come since.
  for (bool again : {false, true}) {
    const std::vector<std::string> found = holdings.archives->find(name, again);
    if (found.empty()) continue;
    const std::string path(
        cdx::path_of_record({found.begin(), found.end()}, line, *offset));
    auto open = std::make_shared<OpenRecord>(holdings);
    open->filename = name;
    open->path = path;
    try {
      open->reader = open->access.at(path, *offset, open->record);
      if (open->reader == nullptr) {
        why.damaged = open->problems.is_damaged();
        why.text = "The archive " + name + " has no " +
                   (why.damaged ? "whole record" : "record") + " at byte " +
                   digits_of(offset) + ", where the index names one.";
        fault = path + ": there is no record at byte " + digits_of(offset) +
                ", where the index names one";
      } else if (cdx::is_record_of(line, open->record)) {
        open->is_of_arc = open->record.format == warc::Format::kArc;
        return open;
      } else {
        why.text = "The archive " + name + " has another record at byte " +
                   digits_of(offset) + " than that of this capture.";
        fault = path + ": cdx-other-record: at byte " + digits_of(offset) +
                " is not the record of " + capture.url + " of " + capture.date +
                ", which the index names";
      }
    } catch (const Error& error) {
      fault = error.what();
      why.text = "The archive " + name + " cannot be read.";
    }
  }
  if (!fault.empty() && holdings.report) holdings.report(fault);
  return nullptr;
}

std::shared_ptr<OpenRecord> open_record_or_copy(const RecordSource& from,
                                                const Searchables& files,
                                                cdx::UrlKeyKind url_key,
                                                const UrlCapture& capture,
                                                RecordFailure& why) {
  auto open = open_record(from, capture, why);
  if (open != nullptr || capture.digest.empty()) return open;
  cdx::LookupOptions options;
  options.url_key = url_key;
  options.from = options.to = capture.date;
  RecordReport problems(*from.holdings);
  FoundCaptures captures(files, capture.url, options, problems);
  UrlCapture copy;
  for (int i = 0; i < kMostCopies && captures.next(copy); ++i) {
    if (copy.url != capture.url || copy.is_revisit != capture.is_revisit ||
        !is_same_digest(copy, capture) || !copy.offset ||
        (copy.filename == capture.filename && copy.offset == capture.offset)) {
      continue;
    }
    RecordFailure why_no_copy;
    open = open_record(from, copy, why_no_copy);
    if (open != nullptr) return open;
  }
  return nullptr;
}

}  // namespace wax::answers
