#include "crawl/seen/seen_folder.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <utility>

#include "io/byte_source.h"
#include "io/crc32.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/output.h"
#include "text/ascii.h"
#include "text/json_tree.h"
#include "text/number.h"

namespace wax::crawl {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view kListName = "seen.json";
constexpr std::string_view kFormat = "waxwing-seen/1";
constexpr uint64_t kMostListBytes = uint64_t{1} << 30;
constexpr int kTries = 5;  // of a folder that is published anew meanwhile
constexpr uint64_t kGrowth = 4;

// The part of a month's rate that its filter of that number has, from 0: 3/4,
// 1/8, 1/16, ...; all of them together have no more than the rate.
double share_of_filter(size_t number) {
  return number == 0 ? 0.75 : 0.25 / static_cast<double>(2ULL << (number - 1));
}

FilterShape next_shape(const SeenRules& rules, size_t number,
                       uint64_t capacity) {
  double rate = rules.rate;
  if (rules.kind != FilterKind::kPyrebloom) {
    rate *= share_of_filter(number) / rules.months;
  }
  return filter_shape(rules.kind, capacity, rate);
}

std::string hex_of(const std::vector<uint32_t>& sums) {
  std::string hex;
  for (uint32_t sum : sums) text::append_hex_number(sum, 8, hex);
  return hex;
}

std::vector<uint32_t> sums_of(std::string_view hex) {
  std::vector<uint32_t> sums;
  for (; hex.size() >= 8; hex.remove_prefix(8)) {
    sums.push_back(
        text::whole_number<uint32_t>(hex.substr(0, 8), 16).value_or(0));
  }
  return sums;
}

bool has_text(const std::string& path, std::string_view text) {
  try {
    return io::read_all(*io::open_file(path), kMostListBytes) == text;
  } catch (const IoError&) {
    return false;
  }
}

Json json_of(const ListedFilter& filter) {
  return {{"month", filter.month.text()},       {"file", filter.name},
          {"bits", filter.shape.bits},          {"hashes", filter.shape.hashes},
          {"capacity", filter.capacity},        {"keys", filter.keys},
          {"crc32", hex_of(filter.sums.blocks)}};
}

ListedFilter filter_of(const Json& json, FilterKind kind) {
  ListedFilter filter;
  filter.month = Month::of(json.at("month").get<std::string>()).value();
  filter.name = json.at("file");
  filter.shape = {kind, json.at("bits"), json.at("hashes")};
  filter.capacity = json.at("capacity");
  filter.keys = json.at("keys");
  filter.sums.size = (filter.shape.bits + 7) / 8;
  filter.sums.blocks = sums_of(json.at("crc32").get<std::string>());
  const uint64_t blocks =
      (filter.sums.size + io::BlockSums::kBlock - 1) / io::BlockSums::kBlock;
  if (filter.sums.blocks.size() != blocks || filter.shape.bits == 0 ||
      filter.shape.hashes > kMostHashes ||
      filter.name.find('/') != std::string::npos) {
    throw UsageError("a filter is listed wrongly");
  }
  return filter;
}

Json json_of(const SeenRules& rules) {
  return {{"urlkey", cdx::name(rules.url_key)},
          {"kind", name(rules.kind)},
          {"rate", rules.rate},
          {"months", rules.months},
          {"capacity", rules.capacity}};
}

SeenRules rules_of(const Json& json) {
  SeenRules rules;
  rules.url_key =
      cdx::url_key_kind(json.at("urlkey").get<std::string>()).value();
  rules.kind = filter_kind(json.at("kind").get<std::string>()).value();
  rules.rate = json.at("rate");
  rules.months = json.at("months");
  rules.capacity = json.at("capacity");
  return rules;
}

template <typename Value>
void take_rule(const std::optional<Value>& asked, Value& rule) {
  if (asked) rule = *asked;
}

SeenRules with_asked(SeenRules rules, const AskedRules& asked) {
  take_rule(asked.url_key, rules.url_key);
  take_rule(asked.kind, rules.kind);
  take_rule(asked.rate, rules.rate);
  take_rule(asked.months, rules.months);
  take_rule(asked.capacity, rules.capacity);
  return rules;
}

// Throws UsageError for the first rule that differs.
void check_rules(const AskedRules& asked, const SeenRules& rules,
                 const std::string& folder) {
  const Json wanted = json_of(with_asked(rules, asked));
  const Json own = json_of(rules);
  for (const auto& [word, value] : own.items()) {
    if (wanted.at(word) == value) continue;
    throw UsageError(folder + ": was made with " + word + ' ' +
                     text::json_text(value) + ", not " +
                     text::json_text(wanted.at(word)) +
                     "; leave that option out, or give a new folder");
  }
}

}  // namespace

std::optional<Month> Month::of(std::string_view date) {
  std::string digits;
  for (char c : date) {
    if (c != '-') digits += c;
  }
  if (digits.size() < 6 || !text::all_digits(digits)) return std::nullopt;
  int year = text::whole_number<int>(digits.substr(0, 4)).value_or(0);
  int month = text::whole_number<int>(digits.substr(4, 2)).value_or(0);
  if (month < 1 || month > 12) return std::nullopt;
  return Month(year * 12 + month - 1);
}

Month Month::minus(unsigned months) const {
  return Month(number_ - static_cast<int>(months));
}

std::string Month::text() const {
  std::string year = std::to_string(number_ / 12);
  std::string month = std::to_string(number_ % 12 + 1);
  return std::string(4 - std::min<size_t>(4, year.size()), '0') + year + '-' +
         (month.size() == 1 ? "0" : "") + month;
}

// A filter as it is published, and as it will be.
struct SeenFolder::Filter {
  ListedFilter listed;
  std::unique_ptr<FilterFile> file;
  std::unique_ptr<FilterWriter> writer;  // if keys were added

  [[nodiscard]] bool holds(std::string_view key) const {
    return writer ? writer->holds(key) : file->holds(key);
  }
};

SeenFolder::SeenFolder(std::string folder, const AskedRules& rules, Use use)
    : folder_(std::move(folder)) {
  if (use == Use::kAdd) {
    io::make_folders(folder_);
    lock_ = io::FolderLock(folder_);
  }
  if (!read_list(use == Use::kRead)) {
    rules_ = with_asked({}, rules);
    return;
  }
  check_rules(rules, rules_, folder_);
  for (int tries = 1;; ++tries) {
    try {
      open_filters();
      return;
    } catch (const IoError& error) {
      if (error.code() != ENOENT || tries == kTries) throw;
    }
    static_cast<void>(read_list(true));
  }
}

SeenFolder::~SeenFolder() = default;

std::string SeenFolder::path(const std::string& name) const {
  return (fs::path(folder_) / name).string();
}

bool SeenFolder::read_list(bool must_exist) {
  const std::string list = path(std::string(kListName));
  std::string text;
  try {
    auto source = io::open_file(list);
    text = io::read_all(*source, kMostListBytes);
  } catch (const IoError& error) {
    if (error.code() != ENOENT) throw;
    if (!must_exist) return false;
    throw UsageError(
        folder_ + ": has no filters; --add or --add-captures makes a folder");
  }
  Json json = text::try_parse_json(text);
  if (json.is_object() && json.contains("format") &&
      json["format"] != kFormat) {
    throw FormatError(list, 0, "another version of the format");
  }
  try {
    const Json& body = json.at("folder");
    if (json.at("crc32") != io::crc32(text::json_text(body))) {
      throw FormatError(list, 0, "the list of filters is damaged");
    }
    rules_ = rules_of(body.at("rules"));
    changes_ = body.at("changes");
    listed_.clear();
    for (const Json& filter : body.at("filters")) {
      listed_.push_back(filter_of(filter, rules_.kind));
    }
  } catch (const FormatError&) {
    throw;
  } catch (const std::exception&) {
    throw FormatError(list, 0, "the list of filters is damaged");
  }
  return true;
}

void SeenFolder::open_filters() {
  months_.clear();
  for (const ListedFilter& listed : listed_) {
    auto filter = std::make_unique<Filter>();
    filter->listed = listed;
    filter->file = std::make_unique<FilterFile>(path(listed.name), listed.shape,
                                                listed.sums);
    months_[listed.month].push_back(std::move(filter));
  }
}

FilterShape SeenFolder::first_shape() const {
  return next_shape(rules_, 0, rules_.capacity);
}

bool SeenFolder::month_holds(std::string_view key, Month month) const {
  auto found = months_.find(month);
  return found != months_.end() &&
         std::any_of(found->second.begin(), found->second.end(),
                     [&](const auto& filter) { return filter->holds(key); });
}

bool SeenFolder::was_seen(std::string_view key, Month month) const {
  for (unsigned before = 0; before < rules_.months; ++before) {
    if (month_holds(key, month.minus(before))) return true;
  }
  return false;
}

bool SeenFolder::add(std::string_view key, Month month) {
  if (month_holds(key, month)) return false;
  Filter& filter = open_for_adding(months_[month], month);
  static_cast<void>(filter.writer->add(key));
  ++filter.listed.keys;
  return true;
}

// The last filter of the month, or a new one when that is full.
SeenFolder::Filter& SeenFolder::open_for_adding(Filters& filters, Month month) {
  if (filters.empty() ||
      filters.back()->listed.keys >= filters.back()->listed.capacity) {
    begin_filter(filters, month);
  }
  Filter& last = *filters.back();
  if (!last.writer) {
    last.listed.name = month.text() + '.' + std::to_string(filters.size()) +
                       '-' + std::to_string(changes_ + 1);
    last.writer = std::make_unique<FilterWriter>(
        path(last.listed.name), last.listed.shape, last.file.get());
  }
  return last;
}

void SeenFolder::begin_filter(Filters& filters, Month month) {
  auto filter = std::make_unique<Filter>();
  filter->listed.month = month;
  filter->listed.capacity = filters.empty()
                                ? rules_.capacity
                                : filters.back()->listed.capacity * kGrowth;
  filter->listed.shape =
      next_shape(rules_, filters.size(), filter->listed.capacity);
  filters.push_back(std::move(filter));
}

std::string SeenFolder::publish() {
  listed_.clear();
  for (auto& [month, filters] : months_) {
    for (auto& filter : filters) {
      if (filter->writer) {
        filter->listed.sums = filter->writer->finish();
        filter->writer.reset();
        filter->file = std::make_unique<FilterFile>(path(filter->listed.name),
                                                    filter->listed.shape,
                                                    filter->listed.sums);
      }
      listed_.push_back(filter->listed);
    }
  }
  io::sync_folder(folder_);
  ++changes_;
  std::string failed = write_list();
  try {
    remove_unlisted();
  } catch (const IoError& error) {
    failed = error.what();
  }
  return failed;
}

// What failed when the list was in its place.
std::string SeenFolder::write_list() {
  Json filters = Json::array();
  for (const ListedFilter& filter : listed_) filters.push_back(json_of(filter));
  const Json body = {{"rules", json_of(rules_)},
                     {"changes", changes_},
                     {"filters", std::move(filters)}};
  const Json json = {{"format", kFormat},
                     {"crc32", io::crc32(text::json_text(body))},
                     {"folder", body}};
  const std::string list = path(std::string(kListName));
  const std::string text = text::json_text(json, 1) + '\n';
  auto output = io::open_output(list, true);
  output->write(text);
  try {
    output->finish();
  } catch (const IoError& error) {
    if (!has_text(list, text)) throw;
    return error.what();
  }
  return {};
}

// Filters that were replaced, and what killed processes have left.
void SeenFolder::remove_unlisted() const {
  std::set<std::string> names = {std::string(kListName)};
  for (const ListedFilter& filter : listed_) names.insert(filter.name);
  for (const std::string& entry : io::entries_of(folder_)) {
    std::string name = fs::path(entry).filename().string();
    if (name.size() < 8 || name[7] != '.' || !Month::of(name.substr(0, 7)) ||
        names.contains(name)) {
      continue;
    }
    ::unlink(entry.c_str());
  }
}

void SeenFolder::check() const {
  for (const auto& [month, filters] : months_) {
    for (const auto& filter : filters) {
      if (filter->file) filter->file->check();
    }
  }
}

}  // namespace wax::crawl
