#include "cdx/lookup/record_match.h"

#include <algorithm>
#include <string>

#include "cdx/format/capture.h"
#include "cdx/indexer/payload_reader.h"
#include "cdx/profile/profile.h"
#include "cdx/url/url_key.h"
#include "io/error.h"
#include "io/problem.h"
#include "warc/http/block_head.h"
#include "warc/reader/record_access.h"
#include "warc/record/digest.h"
#include "warc/record/record_part.h"

namespace wax::cdx {
namespace {

bool is_known(std::string_view value) { return !value.empty() && value != "-"; }

bool is_same_date(std::string_view line, std::string_view record) {
  size_t digits = std::min(line.size(), record.size());
  return line.substr(0, digits) == record.substr(0, digits);
}

// Whether the body as stored has the digest: indexes usually compute it so.
// Reads the record.
bool has_digest(const warc::Record& record, const warc::Digest& digest,
                const std::string& path) {
  NoProblems none;
  warc::BlockHead head;
  const bool has_head = warc::has_http_message(record);
  if (has_head) head.read(*record.body);
  const RecordView view{record, has_head ? &head : nullptr};
  PayloadReader payload({digest.algorithm, DigestOf::kStored});
  payload.read(view, has_head ? DigestPart::kPayload : DigestPart::kBlock, 0,
               none, path);
  return payload.take_digest() == digest;
}

// 3: the digest of the line, 2: none, 1: another one. A record may state one
// that its line, which was computed, does not have.
int digest_rank(const LineIdentity& line, const warc::Record& record,
                const std::string& path) {
  const auto digest = warc::parse_digest(line.digest);
  if (!digest) return 2;
  const std::string_view stated =
      record.headers.find("WARC-Payload-Digest").value_or("");
  if (stated.empty()) return has_digest(record, *digest, path) ? 3 : 2;
  return warc::parse_digest(stated) == digest ? 3 : 1;
}

bool is_same_url(const LineIdentity& line, const std::string& url) {
  if (is_known(line.url)) {
    return line.url == url || url_key(UrlKeyKind::kSurt, line.url) ==
                                  url_key(UrlKeyKind::kSurt, url);
  }
  if (!is_known(line.urlkey)) return true;
  for (const UrlKeyKind kind : kUrlKeyKinds) {
    std::string key = url_key(kind, url);
    if (!key.empty() && line.urlkey.starts_with(key)) return true;
  }
  return line.urlkey == url;
}

}  // namespace

bool is_record_of(const LineIdentity& line, const warc::Record& record) {
  RecordView view{record};
  view.minimal = true;
  Capture capture;
  for (std::string_view name : profile_names()) {
    capture.clear();
    (void)profile(name)->describe(view, capture);
    if (is_known(line.date) && !is_same_date(line.date, capture.date)) {
      continue;
    }
    if (is_same_url(line, capture.url)) return true;
  }
  return false;
}

std::string_view path_of_record(const std::vector<std::string_view>& paths,
                                const LineIdentity& line, uint64_t offset) {
  if (paths.size() == 1) return paths.front();
  NoProblems none;
  warc::RecordAccess records(none, 1);
  std::string_view best = paths.front();
  int rank = 0;  // of the best: 0 has another record
  for (std::string_view path : paths) {
    try {
      warc::Record record;
      const std::string name(path);
      if (records.at(name, offset, record) == nullptr ||
          !is_record_of(line, record)) {
        continue;
      }
      const int here = digest_rank(line, record, name);
      if (here > rank) best = path;
      rank = std::max(rank, here);
    } catch (const IoError&) {
      continue;  // another one may have it
    }
  }
  return best;
}

}  // namespace wax::cdx
