#include "cdx/check/index_diff.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "cdx/format/cdx_lines.h"
#include "cdx/format/line_fields.h"
#include "io/error.h"
#include "text/number.h"
#include "text/percent.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

constexpr std::string_view kUsualLetters = "NbamskrMS";
constexpr std::string_view kJsonLetters = "NbamskS";

bool has(const LineFormat& format, char letter) {
  if (format.json) return kJsonLetters.find(letter) != std::string_view::npos;
  if (format.legend.column(letter) >= 0) return true;
  return letter == 'N' &&
         (format.legend.column('A') >= 0 || format.legend.column('a') >= 0);
}

// Fields stand between tabs.
void append_value(std::string_view value, std::string& out) {
  for (char c : value) {
    if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    } else {
      text::append_percent(c, out);
    }
  }
}

bool has_location(const LineFormat& format) {
  return format.json ||
         (format.legend.column('g') >= 0 && format.legend.column('V') >= 0);
}

constexpr size_t kKey = 0;
constexpr size_t kDate = 1;
constexpr size_t kFirstField = 2;

// "archive TAB offset TAB field TAB field ...", to be sorted; instead of
// the offset, key and date, and no archive, where captures are not compared by
// location.
class LocatedLines final : public lines::LineStream {
 public:
  // `names`: the key, the date and what is compared; when `by_location`,
  // archive and offset after these.
  LocatedLines(std::unique_ptr<CdxLines> file,
               const std::vector<std::string>& names, bool by_location,
               const DiffOptions& options, uint64_t& bad, ProblemSink& problems)
      : file_(std::move(file)),
        fields_(names),
        count_(names.size() - (by_location ? 2 : 0)),
        by_location_(by_location),
        whole_names_(options.whole_names),
        bad_(&bad),
        problems_(&problems) {
    fields_.begin(*file_);
    for (const std::string& name : names) {
      digest_.push_back(field_name(name).letter == 'k');
    }
  }

  bool next(std::string_view& line) override {
    std::string_view read;
    while (file_->next(read)) {
      switch (fields_.read(read)) {
        case LineFields::Line::kCapture:
          locate();
          line = located_;
          return true;
        case LineFields::Line::kMetadata:
          break;
        case LineFields::Line::kBad:
          report(read);
      }
    }
    return false;
  }

 private:
  void locate() {
    located_.clear();
    std::optional<uint64_t> offset;
    if (by_location_) {
      std::string_view name = fields_[count_];
      if (!whole_names_) name = name.substr(name.rfind('/') + 1);
      append_value(name, located_);
      offset = text::whole_number(fields_[count_ + 1]);
    }
    located_ += '\t';
    if (offset) {
      std::string digits = std::to_string(*offset);
      located_.append(20 - digits.size(), '0');
      located_ += digits;
    } else {
      append_value(fields_[kKey], located_);
      located_ += ' ';
      append_value(fields_[kDate], located_);
    }
    for (size_t i = kFirstField; i < count_; ++i) {
      located_ += '\t';
      if (digest_[i]) {
        warc::append_normal_digest(fields_[i], located_);
      } else {
        append_value(fields_[i], located_);
      }
    }
  }

  void report(std::string_view line) {
    ++*bad_;
    Problem problem;
    problem.severity = Severity::kLost;
    problem.id = "cdx-bad-line";
    problem.file = file_->name();
    problem.text = "line " + std::to_string(file_->line_number()) +
                   ": not a CDX record: '" + std::string(line.substr(0, 80)) +
                   "'";
    problems_->report(std::move(problem));
  }

  std::unique_ptr<CdxLines> file_;
  LineFields fields_;
  size_t count_;  // without archive and offset
  std::vector<bool> digest_;
  bool by_location_;
  bool whole_names_;
  uint64_t* bad_;
  ProblemSink* problems_;
  std::string located_;
};

// Holds that what is compared was made by the same rules in both files. The
// profile also decides on other fields, which a comparison is to show.
class ComparedIdentity {
 public:
  ComparedIdentity(bool keys, bool digests) {
    unimportant_ = {"profile"};
    if (!keys) {
      unimportant_.insert(unimportant_.end(), {"urlkey", "post-append"});
    }
    if (!digests) {
      unimportant_.insert(unimportant_.end(),
                          {"digest", "digest-of", "digest-algorithm"});
    }
  }

  void check(const CdxLines& file) {
    std::string identity = file.identity();
    for (const char* option : unimportant_) {
      identity = with_option(identity, option, "");
    }
    identity_.check(identity, file.name());
  }

 private:
  std::vector<const char*> unimportant_;
  OneIdentity identity_;
};

// Sorted lines in groups of one location.
class Groups {
 public:
  explicit Groups(std::unique_ptr<lines::LineStream> lines)
      : lines_(std::move(lines)) {
    more_ = lines_->next(line_);
  }

  [[nodiscard]] bool next() {
    group_.clear();
    if (!more_) return false;
    location_ = location_of(line_);
    while (more_ && location_of(line_) == location_) {
      group_.emplace_back(line_.substr(location_.size()));
      more_ = lines_->next(line_);
    }
    return true;
  }

  [[nodiscard]] const std::string& location() const { return location_; }
  // What follows the location, each with its tab.
  [[nodiscard]] const std::vector<std::string>& lines() const { return group_; }

 private:
  static std::string_view location_of(std::string_view line) {
    return line.substr(0, line.find('\t', line.find('\t') + 1));
  }

  std::unique_ptr<lines::LineStream> lines_;
  std::string_view line_;
  bool more_ = false;
  std::string location_;
  std::vector<std::string> group_;
};

std::string shown_location(std::string_view location) {
  size_t tab = location.find('\t');
  std::string shown(location.substr(0, tab));
  std::string_view offset = location.substr(tab + 1);
  if (offset.size() == 20 && offset.find(' ') == offset.npos) {
    size_t digits = std::min(offset.find_first_not_of('0'), offset.size() - 1);
    offset.remove_prefix(digits);
  }
  if (!shown.empty()) shown += ' ';
  return shown + std::string(offset);
}

class Join {
 public:
  Join(const DiffOptions& options, IndexDiff& diff)
      : most_examples_(options.most_examples), diff_(&diff) {}

  void only_first(const Groups& groups) {
    diff_->first += groups.lines().size();
    for (const std::string& line : groups.lines()) {
      add_only(diff_->only_first, groups.location(), line);
    }
  }

  void only_second(const Groups& groups) {
    diff_->second += groups.lines().size();
    for (const std::string& line : groups.lines()) {
      add_only(diff_->only_second, groups.location(), line);
    }
  }

  void both(const Groups& first, const Groups& second) {
    diff_->first += first.lines().size();
    diff_->second += second.lines().size();
    std::vector<std::string> ours;
    std::vector<std::string> theirs;
    std::set_difference(first.lines().begin(), first.lines().end(),
                        second.lines().begin(), second.lines().end(),
                        std::back_inserter(ours));
    std::set_difference(second.lines().begin(), second.lines().end(),
                        first.lines().begin(), first.lines().end(),
                        std::back_inserter(theirs));
    diff_->same += first.lines().size() - ours.size();
    size_t pairs = std::min(ours.size(), theirs.size());
    for (size_t i = 0; i < pairs; ++i) {
      compare(first.location(), ours[i], theirs[i]);
    }
    for (size_t i = pairs; i < ours.size(); ++i) {
      add_only(diff_->only_first, first.location(), ours[i]);
    }
    for (size_t i = pairs; i < theirs.size(); ++i) {
      add_only(diff_->only_second, first.location(), theirs[i]);
    }
  }

 private:
  void add(FieldDiff& found, std::string_view location, std::string_view first,
           std::string_view second) {
    ++found.count;
    if (found.examples.size() >= most_examples_) return;
    found.examples.push_back(
        {shown_location(location), std::string(first), std::string(second)});
  }

  void add_only(FieldDiff& found, std::string_view location,
                std::string_view line) {
    std::string shown(line.substr(std::min<size_t>(1, line.size())));
    std::replace(shown.begin(), shown.end(), '\t', ' ');
    add(found, location, shown, {});
  }

  void compare(std::string_view location, std::string_view first,
               std::string_view second) {
    ++diff_->different;
    for (size_t i = 0; i < diff_->fields.size(); ++i) {
      int n = static_cast<int>(i) + 1;
      std::string_view ours = field(first, n, '\t');
      std::string_view theirs = field(second, n, '\t');
      if (ours != theirs) add(diff_->fields[i], location, ours, theirs);
    }
  }

  size_t most_examples_;
  IndexDiff* diff_;
};

}  // namespace

IndexDiff diff_indexes(const std::string& first, const std::string& second,
                       const DiffOptions& options, ProblemSink& problems) {
  if (first == "-" && second == "-") {
    throw UsageError("only one of the files can be standard input");
  }
  std::unique_ptr<CdxLines> files[2] = {open_cdx(first), open_cdx(second)};
  LineFormat formats[2] = {LineFormat::of(*files[0]),
                           LineFormat::of(*files[1])};
  IndexDiff diff;
  std::vector<std::string> names = {"urlkey", "timestamp"};
  for (const std::string& name : options.fields) names.push_back(name);
  if (options.fields.empty()) {
    for (char letter : kUsualLetters) {
      if (!has(formats[0], letter) || !has(formats[1], letter)) continue;
      if (options.by_capture && letter == 'S') continue;
      names.emplace_back(key_of_letter(letter));
    }
  }
  for (size_t i = kFirstField; i < names.size(); ++i) {
    diff.fields.push_back({names[i], 0, {}});
  }
  const bool by_location = !options.by_capture && has_location(formats[0]) &&
                           has_location(formats[1]);
  auto compared = [&](char letter) {
    return std::any_of(names.begin() + kFirstField, names.end(),
                       [&](const std::string& name) {
                         return field_name(name).letter == letter;
                       });
  };
  ComparedIdentity identity(!by_location || compared('N'), compared('k'));
  for (const auto& file : files) identity.check(*file);
  if (by_location) names.insert(names.end(), {"filename", "offset"});
  lines::SortOptions sort = options.sort;
  sort.memory /= 2;
  auto groups = [&](std::unique_ptr<CdxLines> file) {
    return Groups(lines::sort_lines(
        std::make_unique<LocatedLines>(std::move(file), names, by_location,
                                       options, diff.bad, problems),
        sort));
  };
  Groups ours = groups(std::move(files[0]));
  Groups theirs = groups(std::move(files[1]));
  Join join(options, diff);
  bool more_ours = ours.next();
  bool more_theirs = theirs.next();
  while (more_ours || more_theirs) {
    int order = !more_ours     ? 1
                : !more_theirs ? -1
                               : ours.location().compare(theirs.location());
    if (order < 0) join.only_first(ours);
    if (order > 0) join.only_second(theirs);
    if (order == 0) join.both(ours, theirs);
    if (order <= 0) more_ours = ours.next();
    if (order >= 0) more_theirs = theirs.next();
  }
  return diff;
}

}  // namespace wax::cdx
