// The policies of indexers: which records get a line, and which date, mime,
// status and digest the line has. docs/decisions/cdx/profiles.md names the
// sources and the deviations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cdx/format/capture.h"
#include "cdx/url/url_key.h"
#include "warc/http/block_head.h"
#include "warc/http/headers.h"
#include "warc/record/record.h"

namespace wax::cdx {

// Whether the block of a record should be HTTP: that of a response, request or
// revisit of an http or https URL.
[[nodiscard]] bool should_have_head(const warc::Record& record);

// A record whose head has been read.
struct RecordView {
  const warc::Record& record;
  // The head of the block, when should_have_head(). nullptr for others.
  const warc::BlockHead* head = nullptr;
  // Only the record header counts: blocks have not been looked into.
  bool minimal = false;

  // The head, when it looks like one.
  [[nodiscard]] const warc::BlockHead* http() const {
    return head != nullptr && head->is_http() ? head : nullptr;
  }
};

// Which records are wanted.
struct Selection {
  bool all = false;  // every record that the profile can describe
  // When not empty: these types, whatever the profile would choose.
  std::vector<warc::RecordType> types;
};

enum class DigestPart {
  kNone,         // not computed: "-"
  kBlock,        // the whole block
  kPayload,      // what follows the HTTP head as stored; without one, the block
  kAfterLegend,  // what follows the first two lines of an ARC's version block
};

class Profile {
 public:
  virtual ~Profile() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual UrlKeyKind url_key() const = 0;
  // Whether its lines are CDXJ by default.
  [[nodiscard]] virtual bool cdxj() const { return false; }
  // The legend of its CDX files, and whether they begin with a header line.
  [[nodiscard]] virtual std::string_view legend() const = 0;
  [[nodiscard]] virtual bool header() const { return true; }
  // Whether the columns r and M are filled by default.
  [[nodiscard]] virtual bool redirects() const { return false; }
  [[nodiscard]] virtual bool meta() const { return false; }
  // Whether SHA-1 digests keep their "sha1:", which CDX lines leave out.
  [[nodiscard]] virtual bool digest_prefix() const { return false; }

  // Whether records of that type are paired with requests.
  [[nodiscard]] virtual bool answers_request(warc::RecordType type) const {
    return type == warc::RecordType::kResponse ||
           type == warc::RecordType::kRevisit ||
           type == warc::RecordType::kResource;
  }

  // Whether a request of that method becomes part of the key of its response,
  // where that changes the URL.
  [[nodiscard]] virtual bool appends(std::string_view method) const {
    static_cast<void>(method);
    return true;
  }

  // Removes from the URL of a request what scripts of a replay system added.
  virtual void clean_request_url(std::string& url) const {
    static_cast<void>(url);
  }

  // Why a record gets no line, as a word for the summary ("request",
  // "not-modified"); empty when it gets one.
  [[nodiscard]] virtual std::string_view skip_reason(
      const RecordView& view, const Selection& selection) const = 0;

  // Fills url, date, mime, status and the digest that the record header
  // states. Returns the part that a missing digest is computed of. A text in
  // urlkey goes before the key of the record's own URL; of a warcinfo record
  // it is the whole key.
  [[nodiscard]] virtual DigestPart describe(const RecordView& view,
                                            Capture& capture) const = 0;
};

// "pywb", "ia", "ia-screenshots", "nutchwax" or "warcio"; nullptr for another
// name. Lives forever.
[[nodiscard]] const Profile* profile(std::string_view name);
// The names of all, the default first.
[[nodiscard]] std::vector<std::string_view> profile_names();

}  // namespace wax::cdx
