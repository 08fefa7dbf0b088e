#include "cdx/lookup/found_lines.h"

#include <utility>

#include "cdx/format/capture_line.h"
#include "cdx/url/url_key.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

constexpr size_t kNoField = LookupPlan::kNoField;

std::string padded(std::string date, std::string_view with) {
  if (!date.empty()) date += with.substr(date.size());
  return date;
}

// Digests without their algorithm, which some lines name and others do not.
void append_bare_digest(std::string_view value, std::string& out) {
  size_t start = out.size();
  warc::append_normal_digest(value, out);
  size_t colon = out.find(':', start);
  if (colon == out.npos) return;
  std::string_view algorithm(out.data() + start, colon - start);
  if (warc::digest_algorithm(algorithm)) {
    out.erase(start, algorithm.size() + 1);
  }
}

}  // namespace

FoundLines::FoundLines(const std::vector<std::unique_ptr<Searchable>>& files,
                       RangeMerger merged, const LookupOptions& options,
                       ProblemSink& problems)
    : options_(options),
      plan_(options),
      captures_(files, std::move(merged), plan_.names, options.resolve_revisits,
                problems) {
  options_.from = padded(options_.from, "00000101000000");
  options_.to = padded(options_.to, kLastDate);
}

bool FoundLines::next(std::string_view& line) {
  if (plan_.last_of.field == kNoField) return next_first(line);
  // The last line with a value is known when another value begins.
  while (next_first(line)) {
    std::string_view value = value_of(plan_.last_of);
    if (held_any_ && value != held_value_) {
      given_.swap(held_);
      hold(line, value);
      line = given_;
      return true;
    }
    hold(line, value);
  }
  if (!std::exchange(held_any_, false)) return false;
  line = held_;
  return true;
}

void FoundLines::hold(std::string_view line, std::string_view value) {
  held_value_ = value;
  held_ = line;
  held_any_ = true;
}

bool FoundLines::next_first(std::string_view& line) {
  while (captures_.next(line)) {
    if (!passes(line) || repeats()) continue;
    if (!plan_.shown.empty()) line = shown_fields();
    return true;
  }
  return false;
}

bool FoundLines::passes(std::string_view line) {
  const LineFields& fields = captures_.fields();
  for (const auto& [condition, field] : plan_.filters) {
    if (!condition.holds(field == kNoField ? line : fields[field])) {
      return false;
    }
  }
  if (!options_.from.empty() && fields[plan_.date] < options_.from) {
    return false;
  }
  if (!options_.to.empty() && fields[plan_.date] > options_.to) return false;
  return plan_.redirect == kNoField || !redirects_to_itself();
}

bool FoundLines::redirects_to_itself() {
  const LineFields& fields = captures_.fields();
  if (!fields[plan_.status].starts_with('3') || fields[plan_.redirect] == "-") {
    return false;
  }
  redirect_key_.clear();
  append_url_key(options_.url_key, fields[plan_.redirect], redirect_key_);
  return redirect_key_ == fields[plan_.key];
}

bool FoundLines::LastValue::repeats(std::string_view value) {
  if (std::exchange(any_, true) && value == value_) return true;
  value_ = value;
  return false;
}

bool FoundLines::repeats() {
  if (options_.collapse_time > 0) {
    const LineFields& fields = captures_.fields();
    time_text_ = fields[plan_.date].substr(0, options_.collapse_time);
    time_text_ += ' ';
    time_text_ += fields[plan_.status];
    if (time_.repeats(time_text_)) return true;
  }
  return plan_.first_of.field != kNoField &&
         first_value_.repeats(value_of(plan_.first_of));
}

std::string_view FoundLines::value_of(const LookupPlan::Part& part) {
  std::string_view value = captures_.fields()[part.field];
  if (part.is_digest) {
    digest_.clear();
    append_bare_digest(value, digest_);
    value = digest_;
  }
  return value.substr(0, part.size);
}

std::string_view FoundLines::shown_fields() {
  shown_.clear();
  for (size_t field : plan_.shown) {
    if (!shown_.empty()) shown_ += ' ';
    append_column(captures_.fields()[field], ' ', shown_);
  }
  return shown_;
}

}  // namespace wax::cdx
