#include "answers/shown/collection_counts.h"

#include <atomic>
#include <chrono>
#include <string_view>
#include <utility>

#include "answers/opened/shown_fields.h"
#include "answers/shown/search_answer.h"
#include "cdx/stats/capture_stats.h"
#include "collection/access/filtered_cdx.h"
#include "io/error.h"
#include "text/ascii.h"
#include "text/number.h"

namespace wax::answers {
namespace {

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

CaptureTotals capture_counts(const cdx::CaptureStats& stats) {
  CaptureTotals counts;
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

std::shared_ptr<const CaptureTotals> count_captures(
    const Scope& scope, const std::atomic<bool>& stopping) {
  ReportedData problems(scope);
  cdx::StatsOptions options;
  options.top = 100;
  options.url_key = scope.generation->url_key;
  options.sort.jobs = 1;
  Searchables files = open_listed_cdx(*scope.generation);
  for (auto& file : files) {
    file = collection::filtered_cdx(std::move(file), [&](cdx::Searchable&) {
      return std::make_unique<UntilStopped>(stopping);
    });
  }
  return std::make_shared<const CaptureTotals>(
      capture_counts(cdx::capture_stats(files, options, problems)));
}

}  // namespace

CollectionCounts::CollectionCounts() : counts_(count_captures) {}

CollectionCounts::Answer CollectionCounts::of(const Scope& scope) {
  OncePerState<CaptureTotals>::Answer answer = counts_.of(scope);
  return {std::move(answer.made), answer.being_made, std::move(answer.failure)};
}

DocumentCounts document_counts(const Scope& scope,
                               std::chrono::steady_clock::time_point deadline) {
  SearchRequest all;
  all.count = 0;
  all.facets = facet_fields(index::field_names(reader_of(scope)));
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

}  // namespace wax::answers
