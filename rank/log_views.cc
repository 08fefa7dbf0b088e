#include "rank/log_views.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>
#include <unordered_map>
#include <utility>

#include "cdx/url/url_key.h"
#include "rank/line_blocks.h"
#include "rank/log_line.h"
#include "rank/recent_table.h"
#include "text/json.h"
#include "warc/record/date.h"

namespace wax::rank {
namespace {

constexpr int64_t kMinute = 60;

size_t index(LogReason reason) { return static_cast<size_t>(reason); }

uint64_t mixed(uint64_t a, uint64_t b) {
  const __uint128_t product = static_cast<__uint128_t>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// A hash that nobody can compute without the secret.
uint64_t hash_of(std::string_view text, uint64_t secret) {
  uint64_t hash = mixed(secret ^ text.size(), 0x9E3779B97F4A7C15ULL);
  while (!text.empty()) {
    uint64_t part = 0;
    const size_t size = std::min(text.size(), sizeof part);
    std::memcpy(&part, text.data(), size);
    hash = mixed(hash ^ part, secret | 0xA0761D6478BD642FULL) + size;
    text.remove_prefix(size);
  }
  return mixed(hash, 0xE7037ED1A0B428DBULL ^ secret);
}

struct LogView {
  int64_t seconds = 0;
  uint64_t client = 0;   // hash of the address
  uint64_t visitor = 0;  // hash of address and user agent
  size_t key = 0;        // in `keys`
  size_t key_size = 0;
  uint64_t line = 0;  // of the block, from 0
};

struct BadLine {
  uint64_t line = 0;  // of the block, from 0
  const char* why = nullptr;
};

// A request without its query, which may say who asks.
std::string request_of(const LogLine& line) {
  const std::string_view target = line.target;
  std::string request(line.method);
  request.append(" ").append(target.substr(0, target.find('?')));
  if (target.find('?') != target.npos) request += "?...";
  return request;
}

// What a line asked for, without who asked.
std::string example_of(std::string_view text, int status) {
  constexpr size_t kMostText = 300;
  std::string example(text.substr(0, kMostText));
  if (text.size() > kMostText) example += "...";
  if (status != 0) example += ' ' + std::to_string(status);
  return example;
}

// What threads make of a block.
struct LogBlock {
  std::vector<LogView> views;  // that may count
  std::string keys;
  std::array<uint64_t, kLogReasons.size()> by_reason{};
  uint64_t lines = 0;
  std::vector<BadLine> bad;
  std::array<LogExample, kLogReasons.size()> examples;
};

class BlockParser {
 public:
  BlockParser(const LogRules& rules, uint64_t secret)
      : rules_(rules), secret_(secret) {}

  void operator()(std::string_view lines, LogBlock& block) const {
    std::string url;
    // A block has few user agents, and each is searched for many words.
    Agents agents;
    for_each_line(lines, [&](std::string_view line) {
      const char* why = nullptr;
      LogLine parsed;
      const LogReason reason = read(line, parsed, url, agents, block, why);
      if (reason != LogReason::kCounted) {
        if (++block.by_reason[index(reason)] == 1) {
          keep_example(parsed, why, block.examples[index(reason)], block.lines);
        }
      }
      if (why != nullptr) block.bad.push_back({block.lines, why});
      ++block.lines;
    });
  }

 private:
  // Whether user agents are robots; the names are in the block.
  using Agents = std::unordered_map<std::string_view, bool>;

  static void keep_example(const LogLine& parsed, const char* why,
                           LogExample& example, uint64_t line) {
    example.line = line + 1;
    example.text =
        why != nullptr ? why : example_of(request_of(parsed), parsed.status);
  }

  LogReason read(std::string_view line, LogLine& parsed, std::string& url,
                 Agents& agents, LogBlock& block, const char*& why) const {
    if (auto read = parse_log_line(line, why)) {
      parsed = *read;
    } else {
      return LogReason::kMalformed;
    }
    if (parsed.method != "GET") return LogReason::kMethod;
    if (parsed.status != 200 &&
        (parsed.status != 304 || !rules_.count_not_modified)) {
      return LogReason::kStatus;
    }
    const Target target = read_target(parsed.target, url);
    if (target == Target::kOther) return LogReason::kQuery;
    if (target == Target::kModifier) return LogReason::kModifier;
    const size_t before = block.keys.size();
    cdx::append_url_key(cdx::UrlKeyKind::kSurt, url, block.keys);
    const std::string_view key = std::string_view(block.keys).substr(before);
    if (!is_key(key)) {
      why = "no URL that has a key";
      block.keys.resize(before);
      return LogReason::kMalformed;
    }
    const auto [agent, is_new] = agents.try_emplace(parsed.agent);
    if (is_new) agent->second = rules_.robots.has(parsed.agent);
    if (agent->second) {
      block.keys.resize(before);
      return LogReason::kRobot;
    }
    const uint64_t client = hash_of(parsed.client, secret_);
    block.views.push_back({parsed.seconds, client,
                           hash_of(parsed.agent, client), before, key.size(),
                           block.lines});
    return LogReason::kCounted;
  }

  const LogRules& rules_;
  uint64_t secret_;
};

class LogViews final : public CountSource {
 public:
  LogViews(std::vector<InputFile> files, const LogRules& rules, uint64_t memory,
           uint64_t jobs, ProblemSink& problems, LogCounts& counts)
      : files_(std::move(files)),
        rules_(rules),
        problems_(problems),
        counts_(counts),
        secret_(new_secret()),
        // A window, the one before it, and slots that are free.
        repeats_(rules.window, memory / 2 / 6 / 16),
        visitors_(rules.window, memory / 2 / 6 / 32),
        line_of_file_(files_.size()),
        blocks_(files_, jobs, BlockParser(rules_, secret_)) {}

  bool next(KeyCount& views) override {
    for (;;) {
      while (block_ == nullptr || at_ == block_->result.views.size()) {
        if (!next_block()) return false;
      }
      const LogView& view = block_->result.views[at_++];
      const LogReason reason = judge(view);
      ++counts_.by_reason[index(reason)];
      keep_example(reason, view);
      if (reason != LogReason::kCounted) continue;
      enter_month(view.seconds);
      ++*month_count_;
      key_.resize(kMonth);
      key_.append(block_->result.keys, view.key, view.key_size);
      views = {key_, 1};
      return true;
    }
  }

 private:
  static constexpr size_t kMonth = 7;  // "2021-02"
  struct Visitor {
    int64_t minute = INT64_MIN / 2;  // when it began
    uint32_t pages = 0;              // since then
    bool is_robot = false;
    int64_t last = INT64_MIN / 2;
  };
  struct Seen {
    int64_t counted = INT64_MIN / 2;
  };

  static uint64_t new_secret() {
    std::random_device random;
    return static_cast<uint64_t>(random()) << 32 | random();
  }

  bool next_block() {
    block_ = blocks_.next();
    at_ = 0;
    if (block_ == nullptr) {
      counts_.forgotten = repeats_.early() + visitors_.early();
      return false;
    }
    const LogBlock& result = block_->result;
    for (size_t i = 0; i < result.by_reason.size(); ++i) {
      counts_.by_reason[i] += result.by_reason[i];
    }
    counts_.lines += result.lines;
    uint64_t& before = line_of_file_[block_->file];
    for (size_t i = 0; i < result.examples.size(); ++i) {
      if (result.examples[i].line > 0) keep_example(i, result.examples[i]);
    }
    first_line_ = before;
    for (const BadLine& bad : result.bad) {
      problems_.report({Severity::kWarning,
                        "rank-bad-log-line",
                        files_[block_->file].name,
                        {},
                        "line " + std::to_string(before + bad.line + 1) +
                            " has " + bad.why});
    }
    before += result.lines;
    return true;
  }

  // Keeps the first of all lines; one of the same block may be judged later.
  void keep_example(size_t reason, const LogExample& example) {
    LogExample& kept = counts_.examples[reason];
    const uint64_t line = line_of_file_[block_->file] + example.line;
    if (kept.line == 0) kept = {files_[block_->file].name, line, example.text};
  }

  void keep_example(LogReason reason, const LogView& view) {
    LogExample& kept = counts_.examples[index(reason)];
    const std::string& file = files_[block_->file].name;
    const uint64_t line = first_line_ + view.line + 1;
    if (kept.line > 0 && (kept.file != file || kept.line <= line)) return;
    kept = {file, line,
            example_of(std::string_view(block_->result.keys)
                           .substr(view.key, view.key_size),
                       0)};
  }

  LogReason judge(const LogView& view) {
    if (rules_.robot_rate > 0) {
      Visitor& visitor = visitors_.at(view.visitor, view.seconds);
      if (std::abs(view.seconds - visitor.last) >= rules_.window) {
        visitor = Visitor();
      }
      visitor.last = std::max(visitor.last, view.seconds);
      // Lines are a little out of order; others are of another file.
      if (std::abs(view.seconds - visitor.minute) >= kMinute) {
        visitor.minute = view.seconds;
        visitor.pages = 0;
      }
      if (++visitor.pages > rules_.robot_rate) visitor.is_robot = true;
      if (visitor.is_robot) return LogReason::kRobot;
    }
    const std::string_view key =
        std::string_view(block_->result.keys).substr(view.key, view.key_size);
    Seen& seen = repeats_.at(hash_of(key, view.client), view.seconds);
    if (std::abs(view.seconds - seen.counted) <= rules_.window) {
      return LogReason::kRepeat;
    }
    seen.counted = view.seconds;
    return LogReason::kCounted;
  }

  void enter_month(int64_t seconds) {
    if (seconds >= month_begin_ && seconds < month_end_) return;
    const std::string date = warc::date14_of_seconds(seconds);
    const std::string month = date.substr(0, 4) + '-' + date.substr(4, 2);
    const std::string after = month_after(month, 1);
    month_begin_ = *warc::seconds_of_date(date.substr(0, 6));
    month_end_ =
        *warc::seconds_of_date(after.substr(0, 4) + after.substr(5, 2));
    key_ = month;
    month_count_ = &counts_.by_month[month];
  }

  std::vector<InputFile> files_;
  LogRules rules_;
  ProblemSink& problems_;
  LogCounts& counts_;
  uint64_t secret_;
  RecentTable<Seen> repeats_;
  RecentTable<Visitor> visitors_;
  std::vector<uint64_t> line_of_file_;
  uint64_t first_line_ = 0;  // lines of the file before the block
  ParsedBlocks<LogBlock> blocks_;
  ParsedBlocks<LogBlock>::Block* block_ = nullptr;
  size_t at_ = 0;
  int64_t month_begin_ = 0;
  int64_t month_end_ = 0;
  uint64_t* month_count_ = nullptr;
  std::string key_;  // begins with the month
};

// The time of the first line that has one; the greatest when none of the first
// lines does.
int64_t first_time(const InputFile& file) {
  constexpr int kLines = 1000;
  auto lines = open_text(file.path, 1);
  std::string_view line;
  for (int i = 0; i < kLines && lines->next(line); ++i) {
    const char* why = nullptr;
    if (auto parsed = parse_log_line(line, why)) return parsed->seconds;
  }
  return INT64_MAX;
}

}  // namespace

std::string log_counts_json(const LogCounts& counts) {
  std::string json = "{\"lines\":" + std::to_string(counts.lines);
  for (size_t i = 0; i < kLogReasons.size(); ++i) {
    json += ",\"" + std::string(kLogReasons[i]) +
            "\":" + std::to_string(counts.by_reason[i]);
  }
  json += ",\"months\":{";
  bool first = true;
  for (const auto& [month, views] : counts.by_month) {
    if (!first) json += ',';
    first = false;
    json += '"' + month + "\":" + std::to_string(views);
  }
  json += "},\"examples\":{";
  first = true;
  for (size_t i = 0; i < kLogReasons.size(); ++i) {
    const LogExample& example = counts.examples[i];
    if (example.line == 0) continue;
    if (!first) json += ',';
    first = false;
    json += '"' + std::string(kLogReasons[i]) + "\":{\"file\":";
    text::append_json_string(example.file, json);
    json += ",\"line\":" + std::to_string(example.line) + ",\"text\":";
    text::append_json_string(example.text, json);
    json += '}';
  }
  return json + "}}\n";
}

std::unique_ptr<CountSource> log_views(std::vector<InputFile> files,
                                       const LogRules& rules, uint64_t memory,
                                       uint64_t jobs, ProblemSink& problems,
                                       LogCounts& counts) {
  std::vector<std::pair<int64_t, InputFile>> ordered;
  for (InputFile& file : files) {
    const int64_t time = first_time(file);
    ordered.emplace_back(time, std::move(file));
  }
  std::stable_sort(
      ordered.begin(), ordered.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  files.clear();
  for (auto& file : ordered) files.push_back(std::move(file.second));
  return std::make_unique<LogViews>(std::move(files), rules, memory, jobs,
                                    problems, counts);
}

}  // namespace wax::rank
