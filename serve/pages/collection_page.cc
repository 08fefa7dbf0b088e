#include "serve/pages/collection_page.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

#include "io/error.h"
#include "serve/api/search_answer.h"
#include "serve/pages/frame.h"
#include "text/ascii.h"

namespace wax::serve {
namespace {

constexpr size_t kTopRows = 12;
// A request waits so long for counts.
constexpr std::chrono::milliseconds kShortCount{500};

class UntilStopped final : public LineFilter {
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

struct YearCounts {
  uint64_t first = 0;
  uint64_t duplicates = 0;
  uint64_t revisits = 0;

  [[nodiscard]] uint64_t all() const { return first + duplicates + revisits; }
};

// Years without captures between others have a place too.
std::map<int, YearCounts> by_year(const cdx::CaptureStats& stats) {
  std::map<int, YearCounts> years;
  for (const auto& [month, tally] : stats.months) {
    if (month.size() < 4 ||
        !text::all_digits(std::string_view(month).substr(0, 4))) {
      continue;
    }
    YearCounts& year = years[std::stoi(month.substr(0, 4))];
    year.first += tally.first.captures;
    year.duplicates += tally.duplicate.captures;
    year.revisits += tally.revisit.captures;
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

void append_year_plot(const std::map<int, YearCounts>& years, Markup& out) {
  if (years.empty()) return;
  uint64_t most = 1;
  for (const auto& [year, counts] : years) most = std::max(most, counts.all());
  constexpr int kBarWidth = 40;
  constexpr int kPlotHeight = 180;
  auto width = static_cast<int>(years.size()) * kBarWidth;
  out << "<section><h2 id=\"by-year\">Captures by "
         "year</h2><p class=\"key\"><span class=\"first\">first captures of a "
         "version</span><span class=\"duplicate\">duplicates</span><span "
         "class=\"revisit\">revisits</span></p><div class=\"scroll\" "
         "tabindex=\"0\" role=\"region\" aria-labelledby=\"by-year\"><svg "
         "class=\"plot\" role=\"img\" aria-label=\"Captures by year; the table "
         "below has the numbers\" width=\""
      << width << "\" height=\"" << kPlotHeight + 44 << "\" viewBox=\"0 0 "
      << width << " " << kPlotHeight + 44 << "\">";
  int x = 0;
  for (const auto& [year, counts] : years) {
    auto height = [&](uint64_t value) {
      return static_cast<int>(static_cast<double>(value) * kPlotHeight /
                                  static_cast<double>(most) +
                              0.5);
    };
    int bottom = kPlotHeight + 20;
    out << "<g><title>" << year << ": "
        << counted(counts.all(), "capture", "captures") << "</title>";
    auto part = [&](uint64_t value, std::string_view name) {
      int size = height(value);
      if (size == 0) return;
      bottom -= size;
      out << "<rect class=\"" << name << "\" x=\"" << x + 5 << "\" y=\""
          << bottom << "\" width=\"" << kBarWidth - 10 << "\" height=\"" << size
          << "\"/>";
    };
    part(counts.first, "first");
    part(counts.duplicates, "duplicate");
    part(counts.revisits, "revisit");
    if (counts.all() > 0) {
      out << "<text class=\"amount\" x=\"" << x + kBarWidth / 2 << "\" y=\""
          << bottom - 5 << "\">" << grouped(counts.all()) << "</text>";
    }
    out << "<text x=\"" << x + kBarWidth / 2 << "\" y=\"" << kPlotHeight + 38
        << "\">" << year << "</text></g>";
    x += kBarWidth;
  }
  out << "</svg></div><details><summary>As a table</summary><table "
         "class=\"numbers\"><thead><tr><th scope=\"col\">Year</th><th "
         "scope=\"col\">first captures</th><th "
         "scope=\"col\">duplicates</th><th "
         "scope=\"col\">revisits</th></tr></thead><tbody>";
  for (const auto& [year, counts] : years) {
    out << "<tr><th scope=\"row\">" << year << "</th><td>"
        << grouped(counts.first) << "</td><td>" << grouped(counts.duplicates)
        << "</td><td>" << grouped(counts.revisits) << "</td></tr>";
  }
  out << "</tbody></table></details></section>";
}

// `parameter` of a search for the name of a row; empty: no links.
void append_tallies(const Scope& scope, std::string_view id,
                    std::string_view title, std::string_view parameter,
                    const std::vector<cdx::NamedTally>& rows, Markup& out) {
  if (rows.empty()) return;
  bool links = !parameter.empty() && scope.generation->reader != nullptr;
  out << "<section aria-labelledby=\"" << id << "\"><h2 id=\"" << id << "\">"
      << title << "</h2><ul class=\"tally\">";
  uint64_t most = rows.front().second.captures;
  for (size_t i = 0; i < std::min(rows.size(), kTopRows); ++i) {
    const auto& [name, tally] = rows[i];
    std::string_view value = name;
    if (parameter == "site" && value.starts_with("www."))
      value.remove_prefix(4);
    out << "<li>";
    bool known = name != "-" && name != "(others)" && name != "warc/revisit" &&
                 !name.starts_with("dns:");
    if (links && known) {
      out << "<a href=\"" << search_href(scope, parameter, value) << "\">"
          << name << "</a>";
    } else {
      out << "<span>"
          << (name == "-" ? std::string_view("none") : std::string_view(name))
          << "</span>";
    }
    out << "<span class=\"number\">" << grouped(tally.captures)
        << "</span><span class=\"quiet\">" << size_text(tally.bytes)
        << "</span>" << bar(tally.captures, most) << "</li>";
  }
  out << "</ul>";
  if (rows.size() > kTopRows) {
    out << "<p class=\"quiet\">and " << grouped(rows.size() - kTopRows)
        << " more</p>";
  }
  out << "</section>";
}

void append_counts(const Scope& scope, const cdx::CaptureStats& stats,
                   Markup& out) {
  auto fact = [&out](std::string_view name, std::string_view value) {
    out << "<div><dt>" << name << "</dt><dd>" << value << "</dd></div>";
  };
  out << "<dl class=\"facts-row\">";
  if (scope.generation->reader != nullptr) {
    fact("documents", grouped(scope.generation->reader->documents() -
                              scope.generation->reader->deleted()));
  }
  fact("captures", grouped(stats.all.captures));
  fact("URLs", grouped(stats.urls));
  fact("hosts", grouped(stats.hosts));
  fact("versions", grouped(stats.versions));
  fact("size of the records", size_text(stats.all.bytes));
  fact("saved by revisits", size_text(stats.revisit_savings));
  fact("duplicates still stored", size_text(stats.duplicates.bytes));
  out << "</dl>";
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
  if (!same_rules) answer.stats = nullptr;
  return answer;
}

void CollectionCounts::count(const Scope& scope) {
  Answer answer;
  try {
    ReportedData problems(*scope.site);
    cdx::StatsOptions options;
    options.top = 100;
    options.url_key = scope.generation->url_key;
    options.sort.jobs = 1;
    Searchables files = open_cdx(*scope.generation);
    for (auto& file : files) {
      file = filtered_cdx(std::move(file), [this](cdx::Searchable&) {
        return std::make_unique<UntilStopped>(stopping_);
      });
    }
    answer.stats = std::make_shared<const cdx::CaptureStats>(
        cdx::capture_stats(files, options, problems));
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

Response collection_page(const Site& site, const Request& request,
                         CollectionCounts& counts) {
  Scope scope = scope_of(site, request);
  PageFrame frame;
  frame.title = "The collection " + scope.collection->name();
  frame.current = "/collection";
  Markup out;
  out << "<h1 dir=\"auto\">" << scope.collection->name() << "</h1>";
  if (scope.generation->has_captures()) {
    CollectionCounts::Answer answer = counts.of(scope);
    if (answer.being_counted) {
      out << "<p class=\"notice\" role=\"status\">The captures are being "
             "counted; load this page again in a while.";
      if (answer.stats != nullptr) out << " The counts below are older.";
      out << "</p>";
    }
    if (!answer.failure.empty()) {
      if (site.report) site.report(answer.failure);
      out << "<p class=\"notice\">The captures could not be counted; the log "
             "of the server says why.</p>";
    }
    if (answer.stats == nullptr) return page(scope, frame, out);
    const auto& stats = answer.stats;
    append_counts(scope, *stats, out);
    append_year_plot(by_year(*stats), out);
    out << "<div class=\"tallies\">";
    append_tallies(scope, "types", "Media types", "type", stats->mimes, out);
    append_tallies(scope, "hosts", "Hosts", "site", stats->top_hosts, out);
    append_tallies(scope, "statuses", "HTTP status", "status", stats->statuses,
                   out);
    out << "</div>";
    return page(scope, frame, out);
  }
  SearchRequest all;
  all.count = 0;
  all.facets = facet_fields(scope);
  all.deadline = request.deadline;
  SearchAnswer answer = find(scope, all);
  out << "<p>" << counted(answer.total, "document", "documents")
      << "; there are no CDX files to count captures in.</p>"
         "<div class=\"tallies\">";
  for (const index::Facet& facet : answer.facets) {
    std::vector<cdx::NamedTally> rows;
    for (const index::FacetValue& value : facet.values) {
      rows.emplace_back(value.value, cdx::Tally{value.count, 0});
    }
    append_tallies(scope, facet.field, facet.field, facet.field, rows, out);
  }
  out << "</div>";
  return page(scope, frame, out);
}

}  // namespace wax::serve
