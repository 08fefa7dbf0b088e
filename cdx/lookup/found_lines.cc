#include "cdx/lookup/found_lines.h"

#include <algorithm>
#include <optional>

#include "cdx/format/line_fields.h"
#include "cdx/lookup/row.h"
#include "cdx/url/url_key.h"
#include "io/error.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::cdx {
namespace {

constexpr size_t kNoField = LookupPlan::kNoField;
constexpr uint64_t kBetweenTicks = 1024;

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

void LinePlace::pass(std::string_view line) {
  size_t key = std::min(line.find(' '), line.size());
  line = line.substr(0, line.find(' ', std::min(key + 1, line.size())));
  if (line == key_and_date) {
    ++n;
  } else {
    key_and_date = line;
    n = 1;
  }
}

bool LinePlace::is_behind(const LinePlace& other) const {
  return key_and_date != other.key_and_date ? key_and_date > other.key_and_date
                                            : n > other.n;
}

std::string LinePlace::text() const {
  return key_and_date + ' ' + std::to_string(n);
}

LinePlace LinePlace::parse(std::string_view text) {
  size_t space = text.rfind(' ');
  const bool is_key_and_date = space != text.npos && space > 0 &&
                               text.find(' ') == space &&
                               text.size() - space > warc::kDateDigits;
  if (is_key_and_date) return {std::string(text), 0};
  std::optional<uint64_t> number;
  if (space != text.npos) number = text::whole_number(text.substr(space + 1));
  if (!number) {
    throw UsageError("'" + std::string(text) + "' is no key to resume with");
  }
  return {std::string(text.substr(0, space)), *number};
}

bool needs_order(const LookupOptions& options) {
  return options.resolve_revisits || options.collapse_time > 0 ||
         options.count_duplicates || !options.collapse.empty() ||
         !options.collapse_last.empty();
}

FoundLines::FoundLines(const std::vector<std::unique_ptr<Searchable>>& files,
                       RangeMerger merged, const LookupOptions& options,
                       ProblemSink& problems)
    : options_(options),
      plan_(options),
      period_(warc::Period::between(options.from, options.to)),
      has_period_(!period_.is_open()),
      captures_(files, std::move(merged), plan_.names, options.resolve_revisits,
                problems, plan_.optional, options.find_original),
      has_places_(options.resumable || !options.resume.empty()) {
  if (!options_.asked_url.empty()) asked_.emplace(options_.asked_url);
  if (!options_.resume.empty()) resume_ = LinePlace::parse(options_.resume);
}

bool FoundLines::next(std::string_view& line) {
  while (next_last(line)) {
    if (options_.resume.empty() || given_place_.is_behind(resume_)) return true;
  }
  return false;
}

bool FoundLines::next_last(std::string_view& line) {
  if (plan_.last_of.field == kNoField) return next_first(line);
  // The last line with a value is known when another value begins.
  while (next_first(line)) {
    std::string_view value = value_of(plan_.last_of);
    if (held_any_ && value != held_value_) {
      given_.swap(held_);
      std::swap(given_place_, held_place_);
      hold(line, value);
      line = given_;
      return true;
    }
    hold(line, value);
  }
  if (!std::exchange(held_any_, false)) return false;
  given_place_ = held_place_;
  line = held_;
  return true;
}

void FoundLines::hold(std::string_view line, std::string_view value) {
  held_value_ = value;
  held_ = line;
  held_any_ = true;
  if (has_places_) held_place_ = read_place_;
}

bool FoundLines::next_first(std::string_view& line) {
  while (captures_.next(line)) {
    if (++read_ % kBetweenTicks == 0 && options_.tick) options_.tick();
    if (has_places_) read_place_.pass(captures_.stored());
    if (!passes(line)) continue;
    uint64_t before = options_.count_duplicates ? count_before() : 0;
    if (repeats()) continue;
    if (!plan_.shown.empty()) line = shown_fields();
    if (options_.count_duplicates) line = with_count(line, before);
    if (has_places_ && plan_.last_of.field == kNoField) {
      given_place_ = read_place_;
    }
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
  if (has_period_ && !period_.holds(fields[plan_.date])) return false;
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

// Captures before with this digest and URL key.
uint64_t FoundLines::count_before() {
  const LineFields& fields = captures_.fields();
  if (fields[plan_.key] != counted_key_) {
    counted_key_ = fields[plan_.key];
    digests_.clear();
  }
  digest_.clear();
  append_bare_digest(fields[plan_.digest], digest_);
  return digests_[digest_]++;
}

std::string_view FoundLines::with_count(std::string_view line, uint64_t count) {
  counted_ = line;
  if (plan_.shown.empty() && captures_.fields().format().json) {
    while (!counted_.empty() && counted_.back() != '}') counted_.pop_back();
    if (!counted_.empty()) counted_.pop_back();
    bool first = counted_.ends_with('{');
    counted_ += first ? "\"dupecount\": \"" : ", \"dupecount\": \"";
    counted_ += std::to_string(count) + "\"}";
  } else {
    Row::append_value(std::to_string(count), counted_);
  }
  return counted_;
}

std::string_view FoundLines::shown_fields() {
  shown_.clear();
  for (size_t field : plan_.shown) {
    Row::append_value(captures_.fields()[field], shown_);
  }
  return shown_;
}

LookupPlan::LookupPlan(const LookupOptions& options) {
  for (const std::string& text : options.filters) {
    Condition condition = Condition::parse_filter(text, options.filter_rules);
    size_t at = condition.field().empty() ? kNoField : field(condition.field());
    filters.emplace_back(std::move(condition), at);
  }
  if (!options.from.empty() || !options.to.empty() ||
      options.collapse_time > 0 || !options.closest.empty()) {
    date = field("timestamp");
  }
  if (options.collapse_time > 0 || options.omit_self_redirects) {
    status = field("status");
  }
  if (options.omit_self_redirects) {
    key = field("urlkey");
    redirect = field("redirect");
  }
  if (options.count_duplicates) {
    key = field("urlkey");
    digest = field("digest");
  }
  if (!options.collapse.empty()) first_of = part(options.collapse);
  if (!options.collapse_last.empty()) last_of = part(options.collapse_last);
  for (const std::string& name : options.fields) {
    shown.push_back(options.allow_missing ? optional_field(name) : field(name));
  }
  if (!options.asked_url.empty()) {
    asked_url = optional_field("url");
    asked_status = optional_field("status");
  }
}

LookupPlan::Part LookupPlan::part(std::string_view text) {
  size_t colon = text.rfind(':');
  std::string_view name = text.substr(0, colon);
  Part part;
  if (colon != text.npos) {
    auto number = text::whole_number<size_t>(text.substr(colon + 1));
    if (!number) {
      throw UsageError("'" + std::string(text) + "' is not FIELD or FIELD:N");
    }
    part.size = *number;
  }
  part.field = field(name);
  part.is_digest = field_name(name).letter == 'k';
  return part;
}

size_t LookupPlan::optional_field(std::string_view name) {
  size_t before = names.size();
  size_t place = field(name);
  if (place == before) optional.push_back(place);
  return place;
}

size_t LookupPlan::field(std::string_view name) {
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) found = names.emplace(found, name);
  return static_cast<size_t>(found - names.begin());
}

}  // namespace wax::cdx
