#include "serve/answers/collection_counts.h"

#include <chrono>
#include <exception>
#include <string_view>

#include "cdx/stats/capture_stats.h"
#include "collection/access/filtered_cdx.h"
#include "io/error.h"
#include "serve/answers/search_answer.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::serve {
namespace {

// A request waits so long for counts.
constexpr std::chrono::milliseconds kShortCount{500};

class UntilStopped final : public collection::LineFilter {
 public:
  explicit UntilStopped(const std::atomic<bool>& stopping)
      : stopping_(stopping) {}
  bool keeps(std::string_view) override {
    if (stopping_) throw IoError("captures", "the server stops");
    return true;
  }

 private:
  const std::atomic<bool>& stopping_;
};

// Years without captures between others have a place too.
std::map<int, YearCount> years_of(const cdx::CaptureStats& stats) {
  std::map<int, YearCount> years;
  for (const auto& [month, counts] : stats.months) {
    auto number = text::whole_number<int>(std::string_view(month).substr(0, 4));
    if (month.size() < 4 || !number) continue;
    YearCount& year = years[*number];
    year.first += counts.first.captures;
    year.duplicates += counts.duplicate.captures;
    year.revisits += counts.revisit.captures;
  }
  constexpr int kMostYears = 100;
  if (!years.empty() &&
      years.rbegin()->first - years.begin()->first < kMostYears) {
    for (int year = years.begin()->first; year < years.rbegin()->first;
         ++year) {
      years.try_emplace(year);
    }
  }
  return years;
}

FieldCounts field_counts(std::string field,
                         const std::vector<cdx::NamedCount>& named) {
  FieldCounts counts{std::move(field), {}};
  for (const auto& [value, count] : named) {
    counts.values.push_back({value, count.captures, count.bytes});
  }
  return counts;
}

CaptureCounts capture_counts(const cdx::CaptureStats& stats) {
  CaptureCounts counts;
  counts.captures = stats.all.captures;
  counts.urls = stats.urls;
  counts.hosts = stats.hosts;
  counts.versions = stats.versions;
  counts.bytes = stats.all.bytes;
  counts.bytes_saved = stats.revisit_savings;
  counts.bytes_of_duplicates = stats.duplicates.bytes;
  counts.years = years_of(stats);
  counts.fields = {field_counts("type", stats.mimes),
                   field_counts("site", stats.top_hosts),
                   field_counts("status", stats.statuses)};
  return counts;
}

}  // namespace

CollectionCounts::~CollectionCounts() { stopping_ = true; }

CollectionCounts::Answer CollectionCounts::of(const Scope& scope) {
  std::unique_lock lock(mutex_);
  Counted& counted = counted_[scope.collection->name()];
  uint64_t number = scope.generation->number;
  auto is_known = [&] {
    return counted.generation != nullptr &&
           counted.generation->number >= number;
  };
  if (!is_known() && counted.wanted == 0) {
    counted.wanted = number;
    (void)pool_.begin([this, scope](size_t) { count(scope); });
  }
  if (!is_known()) done_.wait_for(lock, kShortCount, is_known);
  Answer answer = counted.answer;
  if (is_known()) return answer;
  answer.being_counted = true;
  answer.failure.clear();
  // Counts of captures that rules now block are not shown.
  bool same_rules = counted.generation != nullptr &&
                    counted.generation->access == scope.generation->access;
  if (!same_rules) answer.counts = nullptr;
  return answer;
}

void CollectionCounts::count(const Scope& scope) {
  Answer answer;
  try {
    ReportedData problems(scope);
    cdx::StatsOptions options;
    options.top = 100;
    options.url_key = scope.generation->url_key;
    options.sort.jobs = 1;
    Searchables files = open_cdx(*scope.generation);
    for (auto& file : files) {
      file =
          collection::filtered_cdx(std::move(file), [this](cdx::Searchable&) {
            return std::make_unique<UntilStopped>(stopping_);
          });
    }
    answer.counts = std::make_shared<const CaptureCounts>(
        capture_counts(cdx::capture_stats(files, options, problems)));
  } catch (const std::exception& error) {
    answer.failure = error.what();
  }
  std::lock_guard lock(mutex_);
  Counted& counted = counted_[scope.collection->name()];
  counted.generation = scope.generation;
  counted.answer = std::move(answer);
  counted.wanted = 0;
  done_.notify_all();
}

DocumentCounts document_counts(const Scope& scope,
                               std::chrono::steady_clock::time_point deadline) {
  SearchRequest all;
  all.count = 0;
  all.facets = facet_fields(reader_of(scope));
  all.deadline = deadline;
  SearchAnswer answer = answer_search(scope, all);
  DocumentCounts counts{answer.total, {}, answer.missing};
  for (const index::Facet& facet : answer.facets) {
    FieldCounts& field = counts.fields.emplace_back();
    field.field = facet.field;
    for (const index::FacetValue& value : facet.values) {
      field.values.push_back({value.value, value.count, 0});
    }
  }
  return counts;
}

}  // namespace wax::serve
