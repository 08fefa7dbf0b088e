#include "collection/steps/stage.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string_view>
#include <utility>

#include "cdx/files/open_cdx.h"
#include "collection/archives/cdx_use.h"
#include "collection/segment/segment_format.h"
#include "collection/segment/segment_manifest.h"
#include "collection/versions/index_builder.h"
#include "index/store/manifest.h"
#include "text/number.h"

namespace wax::collection {
namespace {

bool is_kind(const Step& step, std::string_view kind) {
  return step.name.ends_with(std::string("/").append(kind));
}

uint64_t lines_in(const std::string& path) {
  uint64_t count = 0;
  auto lines = cdx::open_lines(path);
  for (std::string_view line; lines->next(line);) {
    // The header of a CDX file begins with a space, comments with "#".
    if (!line.starts_with(' ') && !line.starts_with('#')) ++count;
  }
  return count;
}

// What the manifest of an index says; 0 when it says nothing.
uint64_t number_in_index(const std::string& path, const std::string& name) {
  std::map<std::string, std::string> about = index::read_manifest(path).about;
  return text::whole_number(about[name]).value_or(0);
}

std::string count(std::string_view word, uint64_t number) {
  return std::string(word).append(" ").append(std::to_string(number));
}

}  // namespace

Stage::Stage(std::string title, StepRunner& runner, BuildMessages& messages)
    : title_(std::move(title)),
      runner_(runner),
      messages_(messages),
      begin_(std::chrono::steady_clock::now()) {
  (void)runner_.take_run();
}

std::vector<Step> Stage::take_steps() { return runner_.take_run(); }

void Stage::tell(const std::string& counts) {
  clock_.reset();
  if (counts.empty()) return;
  messages_.message(
      std::string(title_)
          .append(": ")
          .append(counts)
          .append(" (")
          .append(duration_text(std::chrono::steady_clock::now() - begin_))
          .append(")"));
}

std::string duration_text(std::chrono::duration<double> time) {
  std::array<char, 48> text{};
  // Rounded first, so that 59.96 s is "1m00s" and not "60.0 s".
  const auto tenths = static_cast<uint64_t>(std::llround(time.count() * 10));
  const uint64_t seconds = tenths / 10;
  auto number = [](uint64_t n) { return static_cast<unsigned long long>(n); };
  if (seconds < 60) {
    std::snprintf(text.data(), text.size(), "%llu.%llu s", number(seconds),
                  number(tenths % 10));
  } else if (seconds < 3600) {
    std::snprintf(text.data(), text.size(), "%llum%02llus",
                  number(seconds / 60), number(seconds % 60));
  } else {
    std::snprintf(text.data(), text.size(), "%lluh%02llum",
                  number(seconds / 3600), number(seconds / 60 % 60));
  }
  return text.data();
}

std::string counts_of_captures(const std::vector<Step>& steps) {
  uint64_t archives = 0;
  uint64_t captures = 0;
  CdxUse cdx_use;
  for (const Step& step : steps) {
    if (!is_kind(step, "captures")) continue;
    archives += step.archives.size();
    captures += lines_in(step.output);
    cdx_use.add(step);
  }
  if (archives == 0) return {};
  return count("archives", archives) + ", " + count("captures", captures) +
         cdx_use.text();
}

std::string counts_of_duplicates(const std::vector<std::string>& lists) {
  uint64_t captures = 0;
  for (const std::string& list : lists) captures += lines_in(list);
  if (lists.empty()) return {};
  return count("batches", lists.size()) + ", " +
         count("captures left out", captures);
}

std::string counts_of_imports(const std::vector<Step>& steps) {
  uint64_t batches = 0;
  uint64_t records = 0;
  for (const Step& step : steps) {
    if (!is_kind(step, "import")) continue;
    ++batches;
    records += read_segment_manifest(step.output + '/' +
                                     std::string(segment_format::kManifest))
                   .documents;
  }
  if (batches == 0) return {};
  return count("batches", batches) + ", " + count("records", records);
}

std::string counts_of_indexes(const std::vector<Step>& steps) {
  uint64_t shards = 0;
  uint64_t documents = 0;
  uint64_t texts = 0;
  for (const Step& step : steps) {
    if (!is_kind(step, "index")) continue;
    ++shards;
    documents += number_in_index(step.output, "documents");
    texts += number_in_index(step.output, std::string(kTextsWithoutPage));
  }
  if (shards == 0) return {};
  return count("shards", shards) + ", " + count("documents", documents) +
         (texts == 0 ? std::string()
                     : ", " + count("rendered texts without page", texts));
}

}  // namespace wax::collection
