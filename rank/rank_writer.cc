#include "rank/rank_writer.h"

#include <memory>
#include <utility>

#include "io/compress/gzip_format.h"
#include "io/ordered_pool.h"
#include "io/output.h"
#include "rank/rank_lookup.h"
#include "rank/rank_order.h"
#include "text/csv.h"
#include "text/curve_plot.h"
#include "text/json.h"
#include "text/number.h"
#include "warc/record/digest.h"

namespace wax::rank {
namespace {

// Takes the digest of what passes to another output.
class DigestedOutput final : public io::Output {
 public:
  DigestedOutput(std::unique_ptr<io::Output> output, warc::Digester& digester)
      : output_(std::move(output)), digester_(digester) {}
  void write(std::string_view bytes) override {
    digester_.update(bytes);
    output_->write(bytes);
  }
  void flush() override { output_->flush(); }
  void finish() override { output_->finish(); }

 private:
  std::unique_ptr<io::Output> output_;
  warc::Digester& digester_;
};

std::string stats_json(const RankFacts& facts, const std::string& sha256,
                       uint64_t median_views, const Sampler& sampler) {
  std::string json = "{\"File\":";
  text::append_json_string(facts.file, json);
  json += ",\"Sha256\":\"" + sha256 + "\",\"Months\":[";
  for (const std::string& month : facts.months) {
    if (&month != facts.months.data()) json += ',';
    text::append_json_string(month, json);
  }
  json += ']';
  for (const auto& [name, count] : facts.counts) {
    json += ",\"" + name + "\":" + std::to_string(count);
  }
  json += ",\"MedianViews\":" + std::to_string(median_views) +
          ",\"Median\":" + std::to_string(sampler.median()) + ",\"Samples\":[";
  for (const Sample& sample : sampler.samples()) {
    if (&sample != sampler.samples().data()) json += ',';
    json += '[';
    text::append_json_string(sample.entity, json);
    json += ',' + std::to_string(sample.place) + ',' +
            std::to_string(sample.views) + ']';
  }
  return json + "]}\n";
}

// The first ones are listed as far as there is room.
constexpr size_t kListed = 10;

std::string plot_svg(const RankFacts& facts, const Sampler& sampler,
                     uint64_t entities) {
  text::CurvePlot plot;
  plot.title = "Views of " + text::grouped(entities) + " entities";
  if (!facts.months.empty()) {
    plot.title += ", " + facts.months.front() + " to " + facts.months.back();
  }
  plot.x_name = "place";
  plot.y_name = "views";
  plot.empty = "no entities";
  plot.mark = "median";
  plot.marked = sampler.median();
  for (const Sample& sample : sampler.samples()) {
    if (plot.top < kListed && sample.place == plot.top + 1) ++plot.top;
    plot.points.push_back({sample.place, sample.views, sample.entity});
  }
  return text::svg_document(plot);
}

void write_text(const std::string& text, const std::string& path) {
  auto output = io::open_output(path, true);
  output->write(text);
  output->finish();
}

}  // namespace

void write_rank(std::unique_ptr<lines::LineStream> sorted,
                const SampleOptions& sampling, const RankFacts& facts,
                const RankPaths& paths, const lines::SortOptions& sort) {
  warc::Digester digester(warc::DigestAlgorithm::kSha256);
  auto output =
      io::gzip_output(std::make_unique<DigestedOutput>(
                          io::open_output(paths.list, true), digester),
                      io::thread_count(sort.jobs));
  Sampler sampler(sampling);
  lines::LineSorter entries(sort);
  RankEntry entry;
  uint64_t place = 0;
  uint64_t median_views = 0;
  std::string entity;
  std::string row = "Entity,Rank\n";
  std::string entry_line;
  // An entry is complete when the next entity is known.
  auto add_entry = [&] {
    if (place == 0) return;
    entry_line.clear();
    append_rank_entry(entry, entry_line);
    entries.add(entry_line);
  };
  for (std::string_view line; sorted->next(line);) {
    const EntityLine ranked = parse_order_line(line, entity);
    text::append_csv(ranked.entity, row);
    row += ',' + std::to_string(ranked.signals.views) + '\n';
    output->write(row);
    row.clear();
    sampler.add(ranked.entity, ranked.signals.views);
    entry.after = ranked.entity;
    add_entry();
    entry = {std::string(ranked.entity), ++place, ranked.signals,
             std::move(entry.entity), ""};
    if (place == sampling.entities / 2 + 1) {
      median_views = ranked.signals.views;
    }
  }
  sorted.reset();  // the other sort needs its memory now
  add_entry();
  output->write(row);
  sampler.finish();
  output->finish();
  auto entities = io::open_output(paths.entities, true);
  entries.sorted()->copy_to(*entities);
  entities->finish();
  write_text(plot_svg(facts, sampler, place), paths.plot);
  write_text(stats_json(facts, text::to_hex(digester.finish().bytes()),
                        median_views, sampler),
             paths.stats);
}

void write_steady(lines::LineStream& sorted, io::Output& output) {
  std::string entity;
  std::string row = "Entity,Steady,Views,Months\n";
  for (std::string_view line; sorted.next(line);) {
    const EntityLine ranked = parse_order_line(line, entity);
    text::append_csv(ranked.entity, row);
    // The two have changed places.
    for (uint64_t number :
         {ranked.signals.views, ranked.signals.steady, ranked.signals.months}) {
      row += ',' + std::to_string(number);
    }
    row += '\n';
    output.write(row);
    row.clear();
  }
  output.write(row);
}

}  // namespace wax::rank
