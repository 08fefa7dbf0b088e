#include "warc/check/header_rules.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>

#include "text/ascii.h"
#include "text/number.h"
#include "warc/http/media_type.h"
#include "warc/record/date.h"
#include "warc/record/record_header.h"

namespace wax::warc {
namespace {

// Sets of record types.
constexpr unsigned bit(RecordType type) {
  return 1U << static_cast<unsigned>(type);
}
constexpr unsigned kInfo = bit(RecordType::kWarcinfo);
constexpr unsigned kRevisit = bit(RecordType::kRevisit);
constexpr unsigned kMetadata = bit(RecordType::kMetadata);
constexpr unsigned kConversion = bit(RecordType::kConversion);
constexpr unsigned kContinuation = bit(RecordType::kContinuation);
constexpr unsigned kCaptures = bit(RecordType::kResponse) |
                               bit(RecordType::kResource) |
                               bit(RecordType::kRequest) | kMetadata | kRevisit;
constexpr unsigned kAll = kInfo | kCaptures | kConversion | kContinuation;
constexpr unsigned kNone = 0;

struct FieldRule {
  std::string_view name;
  unsigned needed;
  unsigned allowed;
};

constexpr std::array kRules = {
    FieldRule{"WARC-Type", kAll, kAll},
    FieldRule{"WARC-Record-ID", kAll, kAll},
    FieldRule{"WARC-Date", kAll, kAll},
    FieldRule{"WARC-Target-URI", kAll & ~kInfo & ~kMetadata, kAll & ~kInfo},
    FieldRule{"WARC-Concurrent-To", kNone, kCaptures},
    FieldRule{"WARC-IP-Address", kNone, kCaptures},
    FieldRule{"WARC-Refers-To", kNone, kMetadata | kRevisit | kConversion},
    FieldRule{"WARC-Refers-To-Target-URI", kNone, kRevisit},
    FieldRule{"WARC-Refers-To-Date", kNone, kRevisit},
    FieldRule{"WARC-Warcinfo-ID", kNone, kAll & ~kInfo},
    FieldRule{"WARC-Filename", kNone, kInfo},
    FieldRule{"WARC-Profile", kRevisit, kRevisit},
    FieldRule{"WARC-Segment-Number", kContinuation, kAll},
    FieldRule{"WARC-Segment-Origin-ID", kContinuation, kContinuation},
    FieldRule{"WARC-Segment-Total-Length", kNone, kContinuation},
};

constexpr std::array<std::string_view, 5> kVersions = {"0.17", "0.18", "0.19",
                                                       "1.0", "1.1"};

constexpr std::array<std::string_view, 5> kProfiles = {
    "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest",
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
    "http://netpreserve.org/warc/1.0/revisit/server-not-modified",
    "http://netpreserve.org/warc/1.1/revisit/server-not-modified",
    "http://netpreserve.org/warc/1.0/revisit/"
    "uri-agnostic-identical-payload-digest",
};

constexpr std::string_view kIdentical = "identical-payload-digest";

// Text from an archive, short enough for a message.
std::string shown(std::string_view text) {
  constexpr size_t kMost = 60;
  std::string quoted = "'";
  quoted.append(text.substr(0, kMost));
  return quoted += text.size() > kMost ? "...'" : "'";
}

bool is_address(std::string_view text) {
  std::string address(text);
  unsigned char bytes[16];
  return ::inet_pton(AF_INET, address.c_str(), bytes) == 1 ||
         ::inet_pton(AF_INET6, address.c_str(), bytes) == 1;
}

bool has_blank(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f;
  });
}

// Whether the text has the form that WARC 1.1 asks for, in UTC.
bool is_standard_date(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-ddTdd:dd:dd";
  auto fits = [&](size_t size) {
    for (size_t i = 0; i < size; ++i) {
      bool digit = text::is_digit(text[i]);
      if (kForm[i] == 'd' ? !digit : text[i] != kForm[i]) return false;
    }
    return true;
  };
  if (text.size() == 4 || text.size() == 7 || text.size() == 10) {
    return fits(text.size());
  }
  if (!text.ends_with('Z')) return false;
  text.remove_suffix(1);
  if (text.size() > kForm.size() + 1 && text[kForm.size()] == '.') {
    std::string_view fraction = text.substr(kForm.size() + 1);
    if (!text::all_digits(fraction)) return false;
    text = text.substr(0, kForm.size());
  }
  return (text.size() == 16 || text.size() == kForm.size()) &&
         fits(text.size());
}

class HeaderCheck {
 public:
  HeaderCheck(const Record& record, const std::string& file,
              std::string_view latest_date, ProblemSink& problems)
      : record_(record),
        file_(file),
        latest_date_(latest_date),
        problems_(problems) {}

  void warc() {
    check_version();
    check_fields();
    check_id();
    if (!record_.date.empty()) check_warc_date();
    check_warc_uri();
    check_warc_media_type();
    check_address();
    if (record_.type == RecordType::kRevisit) check_profile();
    check_segment();
  }

  void arc() {
    check_arc_date();
    if (has_blank(record_.target_uri)) report_blank_in_uri();
    check_address();
    if (!is_media_type(record_.content_type)) {
      report(Severity::kNote, with_format("bad-media-type"),
             shown(record_.content_type) + " is not a media type");
    }
  }

 private:
  [[nodiscard]] std::string_view field(std::string_view name) const {
    return record_.headers.find(name).value_or(std::string_view());
  }

  void check_version() {
    if (std::find(kVersions.begin(), kVersions.end(), record_.version) !=
        kVersions.end()) {
      return;
    }
    report(Severity::kWarning, "warc-odd-version",
           "WARC " + shown(record_.version) + " is unknown");
  }

  void check_fields() {
    if (record_.headers.odd_lines() > 0) {
      report(Severity::kWarning, "warc-odd-line",
             std::to_string(record_.headers.odd_lines()) +
                 " header lines are not fields");
    }
    const std::vector<Field>& fields = record_.headers.all();
    std::array<unsigned, kRules.size()> times{};
    for (const Field& present : fields) {
      for (size_t i = 0; i < kRules.size(); ++i) {
        if (text::equal_ignoring_case(present.name, kRules[i].name)) ++times[i];
      }
    }
    bool known = record_.type != RecordType::kUnknown;
    for (size_t i = 0; i < kRules.size(); ++i) {
      check_rule(kRules[i], times[i], known);
    }
    if (!known && times[0] > 0) {
      report(Severity::kNote, "warc-odd-type",
             shown(record_.type_name) + " is not a standard record type");
    }
  }

  void check_rule(const FieldRule& rule, unsigned times, bool known) {
    // Types of others have the fields that all have.
    unsigned type = known ? bit(record_.type) : kAll;
    std::string name(rule.name);
    std::string of =
        known ? " of a " + std::string(wax::warc::name(record_.type)) : "";
    if (times == 0 && (rule.needed & type) == type) {
      report(Severity::kWarning, "warc-missing-field", "no " + name + of);
    }
    if (times > 0 && (rule.allowed & type) == 0) {
      report(Severity::kNote, "warc-odd-field", name + " is not allowed" + of);
    }
    if (times > 1 && rule.name != "WARC-Concurrent-To") {
      report(Severity::kWarning, "warc-repeated-field",
             name + " occurs " + std::to_string(times) + " times");
    }
  }

  void check_id() {
    std::string_view id = field("WARC-Record-ID");
    if (id.empty()) return;
    bool bracketed = id.starts_with('<') && id.ends_with('>');
    std::string_view uri = bracketed ? id.substr(1, id.size() - 2) : id;
    if (has_blank(uri) || !starts_with_scheme(uri)) {
      report(Severity::kWarning, "warc-bad-id", shown(id) + " is not a URI");
    } else if (!bracketed) {
      report(Severity::kNote, "warc-bad-id",
             shown(id) + " should be in angle brackets");
    }
  }

  void check_warc_date() {
    auto date14 = date14_of_warc(record_.date);
    if (!date14) {
      report(Severity::kWarning, with_format("bad-date"),
             shown(record_.date) + " is not a date");
    } else {
      if (!is_standard_date(record_.date)) {
        report(Severity::kNote, with_format("bad-date"),
               shown(record_.date) + " is not in the standard form");
      }
      check_range(*date14);
    }
  }

  void check_arc_date() {
    auto date14 = date14_of_arc(record_.date);
    if (!date14 || !date14_of_warc(*date14)) {
      report(Severity::kWarning, with_format("bad-date"),
             shown(record_.date) + " is not a date");
    } else {
      if (!is_date14(record_.date)) {
        report(Severity::kNote, with_format("bad-date"),
               shown(record_.date) + " does not have 14 digits");
      }
      check_range(*date14);
    }
  }

  void check_range(const std::string& date14) {
    if (date14 >= "19900101000000" && date14 <= latest_date_) return;
    report(Severity::kWarning, with_format("odd-date"),
           date14 + " cannot be a capture date");
  }

  void check_warc_uri() {
    if (record_.target_uri.empty()) return;
    if (has_blank(record_.target_uri)) {
      report_blank_in_uri();
    } else if (!starts_with_scheme(record_.target_uri)) {
      report(Severity::kWarning, with_format("bad-uri"),
             shown(record_.target_uri) + " has no scheme");
    } else if (field("WARC-Target-URI").starts_with('<')) {
      report(Severity::kNote, with_format("bad-uri"),
             "the URI is in angle brackets");
    }
  }

  void report_blank_in_uri() {
    report(
        Severity::kWarning, with_format("bad-uri"),
        "white space or a control character in " + shown(record_.target_uri));
  }

  void check_warc_media_type() {
    if (record_.content_type.empty()) {
      if (record_.content_length > 0 &&
          record_.type != RecordType::kContinuation) {
        report(Severity::kNote, "warc-no-media-type",
               "a block without Content-Type");
      }
    } else if (!is_media_type(record_.content_type)) {
      report(Severity::kWarning, with_format("bad-media-type"),
             shown(record_.content_type) + " is not a media type");
    }
  }

  void check_address() {
    if (record_.ip_address.empty() || is_address(record_.ip_address)) return;
    report(Severity::kWarning, with_format("bad-address"),
           shown(record_.ip_address) + " is not an IP address");
  }

  void check_profile() {
    std::string_view profile = field("WARC-Profile");
    if (profile.empty()) return;
    if (std::find(kProfiles.begin(), kProfiles.end(), profile) ==
        kProfiles.end()) {
      report(Severity::kWarning, "warc-odd-profile",
             shown(profile) + " is not a known revisit profile");
    } else if (profile.ends_with(kIdentical) &&
               field("WARC-Payload-Digest").empty()) {
      report(Severity::kWarning, "warc-missing-field",
             "no WARC-Payload-Digest, which this revisit profile requires");
    }
  }

  void check_segment() {
    auto text = record_.headers.find("WARC-Segment-Number");
    if (text) {
      auto segment = text::whole_number(*text);
      bool first = record_.type != RecordType::kContinuation;
      if (!segment || (first ? *segment != 1 : *segment < 2)) {
        report(
            Severity::kWarning, "warc-bad-segment",
            shown(*text) + (first ? " is not 1, the number of a first segment"
                                  : " is not a number greater than 1"));
      }
    }
    auto total = record_.headers.find("WARC-Segment-Total-Length");
    if (total && !text::whole_number(*total)) {
      report(Severity::kWarning, "warc-bad-segment",
             shown(*total) + " is not a length");
    }
  }

  // "warc-" or "arc-" and the word.
  [[nodiscard]] std::string with_format(std::string_view word) const {
    std::string id = record_.format == Format::kArc ? "arc-" : "warc-";
    return id += word;
  }
  void report(Severity severity, std::string id, std::string text) {
    problems_.report(
        {severity, std::move(id), file_, record_.offset, std::move(text)});
  }

  const Record& record_;
  const std::string& file_;
  std::string_view latest_date_;
  ProblemSink& problems_;
};

}  // namespace

std::string latest_plausible_date() {
  constexpr int64_t kDay = 24 * 60 * 60;
  int64_t tomorrow = std::time(nullptr) + kDay;
  return date14_of_seconds(tomorrow).substr(0, 8) + "235959";
}

void check_header(const Record& record, const std::string& file,
                  std::string_view latest_date, ProblemSink& problems) {
  HeaderCheck check(record, file, latest_date, problems);
  if (record.format == Format::kArc) {
    check.arc();
  } else {
    check.warc();
  }
}

}  // namespace wax::warc
