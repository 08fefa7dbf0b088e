// Whose policy an index follows: which records get a line, and what the line
// says of date, mime, status and digest. See docs/decisions for the sources.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "cdx/capture.h"
#include "cdx/url/url_key.h"
#include "warc/http.h"
#include "warc/record.h"

namespace wax::cdx {

// A record whose head has been read.
struct RecordView {
  const warc::Record& record;
  // The HTTP head of the block, when the block is HTTP and has one.
  const warc::HttpHead* http = nullptr;
  // Only parsed by its record header.
  bool minimal = false;
};

// Which records are wanted beyond a profile's own choice.
struct Selection {
  bool all = false;  // every record the profile can describe
  // Requests are read, and get a line where the profile gives them one then.
  bool post_append = false;
  // When not empty: these types and no others.
  std::vector<warc::RecordType> types;
};

enum class DigestPart {
  kNone,       // left out: "-"
  kBlock,      // the whole block
  kAfterHead,  // what follows the HTTP head, as stored
};

class Profile {
 public:
  virtual ~Profile() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;
  [[nodiscard]] virtual UrlKeyKind url_key() const = 0;
  // The legend of its CDX files, and whether they begin with a header line.
  [[nodiscard]] virtual std::string_view legend() const = 0;
  [[nodiscard]] virtual bool header() const { return true; }
  // Whether the columns r and M are filled when nobody says.
  [[nodiscard]] virtual bool redirects() const { return false; }
  [[nodiscard]] virtual bool meta() const { return false; }

  // Why a record gets no line, as a word for the summary ("request",
  // "not-modified"); empty when it gets one.
  [[nodiscard]] virtual std::string_view refusal(
      const RecordView& view, const Selection& selection) const = 0;

  // Fills url, date, mime, status and the digest that the record header
  // states; of a missing one, says what to compute it of.
  [[nodiscard]] virtual DigestPart describe(const RecordView& view,
                                            Capture& capture) const = 0;
};

// "pywb", "ia", "nutchwax"; nullptr for another name. Lives forever.
[[nodiscard]] const Profile* profile(std::string_view name);

}  // namespace wax::cdx
