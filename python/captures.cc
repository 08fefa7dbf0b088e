#include "python/captures.h"

#include <errno.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cdx/files/merge_files.h"
#include "cdx/files/open_cdx.h"
#include "cdx/files/zipnum.h"
#include "cdx/filter/capture_filter.h"
#include "cdx/format/line_fields.h"
#include "cdx/indexer/index_stream.h"
#include "cdx/indexer/indexer_args.h"
#include "cdx/lookup/lookup.h"
#include "cdx/url/host.h"
#include "cdx/url/url_key.h"
#include "io/error.h"
#include "io/inputs/input_files.h"
#include "io/new_directory.h"
#include "io/ordered_pool.h"
#include "lines/sort.h"
#include "python/capture_stream.h"
#include "python/errors.h"
#include "python/sources.h"
#include "python/texts.h"
#include "warc/record/date.h"

namespace py = pybind11;

namespace wax::python {
namespace {

using Paths = std::vector<std::string>;

using StreamPointer = std::unique_ptr<CaptureStream>;

// Looks for signals while a sort reads.
class InterruptibleLines final : public lines::LineStream {
 public:
  explicit InterruptibleLines(std::unique_ptr<lines::LineStream> lines)
      : lines_(std::move(lines)) {}
  bool next(std::string_view& line) override {
    constexpr uint64_t kBetweenSignals = 1 << 16;
    if (++count_ % kBetweenSignals == 0) check_signals();
    return lines_->next(line);
  }

 private:
  std::unique_ptr<lines::LineStream> lines_;
  uint64_t count_ = 0;
};

StreamPointer read_files(const py::list& files, const py::object& told) {
  return std::make_unique<CaptureStream>(
      paths_of(files), told, [](const Paths& paths, ProblemSink&) {
        auto joined = std::make_unique<cdx::JoinedCdx>(paths);
        std::string top = joined->header().top();
        auto place = [lines = joined.get()] {
          return RowPlace{lines->file().name(), lines->file().line_number()};
        };
        return LinesWithTop{std::move(top), std::move(joined), {}, place};
      });
}

StreamPointer sort_files(const py::list& files, bool unique, uint64_t memory,
                         const std::string& tmpdir, uint64_t jobs) {
  lines::SortOptions options{{memory, tmpdir, jobs}, unique};
  return std::make_unique<CaptureStream>(
      paths_of(files), py::none(), [options](const Paths& paths, ProblemSink&) {
        auto joined = std::make_unique<cdx::JoinedCdx>(paths);
        std::string top = joined->header().top();
        return LinesWithTop{
            std::move(top),
            lines::sort_lines(
                std::make_unique<InterruptibleLines>(std::move(joined)),
                options),
            {}};
      });
}

StreamPointer merge_files(const py::list& files, bool unique, uint64_t jobs) {
  lines::MergeOptions options{unique, jobs};
  return std::make_unique<CaptureStream>(
      paths_of(files), py::none(), [options](const Paths& paths, ProblemSink&) {
        cdx::MergedFiles merged = cdx::merge_files(paths, options);
        return LinesWithTop{std::move(merged.top), std::move(merged.lines), {}};
      });
}

std::unique_ptr<cdx::UrlList> list_of(const std::vector<std::string>& lines,
                                      cdx::UrlKeyKind kind) {
  if (lines.empty()) return nullptr;
  auto list = std::make_unique<cdx::UrlList>(kind);
  for (const std::string& line : lines) list->add(line);
  list->finish();
  return list;
}

cdx::UrlKeyKind kind_of(const std::string& name) {
  auto kind = cdx::url_key_kind(name);
  if (!kind) {
    throw UsageError("the kind of a URL key is surt or legacy, not '" + name +
                     "'");
  }
  return *kind;
}

StreamPointer filter_files(const py::list& files,
                           const std::vector<std::string>& where, bool any,
                           const std::string& from, const std::string& to,
                           const std::vector<std::string>& block,
                           const std::vector<std::string>& allow,
                           uint64_t max_per_key, bool keep_last, double sample,
                           uint64_t seed, const std::string& kind,
                           const py::object& told) {
  auto filter = std::make_shared<cdx::FilterOptions>();
  for (const std::string& text : where) {
    filter->conditions.push_back(cdx::Condition::parse(text));
  }
  filter->any = any;
  filter->period = warc::Period::of_dates(from, to);
  filter->url_key = kind_of(kind);
  filter->blocked = list_of(block, filter->url_key);
  filter->allowed = list_of(allow, filter->url_key);
  filter->sample = sample;
  filter->seed = seed;
  filter->max_per_key = max_per_key;
  filter->latest = keep_last;
  filter->tick = check_signals;
  return std::make_unique<CaptureStream>(
      paths_of(files), told, [filter](const Paths& paths, ProblemSink& sink) {
        auto lines = std::make_unique<cdx::FilteredLines>(
            paths, std::move(*filter), sink);
        std::string top = lines->header().top();
        return LinesWithTop{std::move(top), std::move(lines), {}};
      });
}

StreamPointer look_up(const std::string& url, const py::list& files,
                      cdx::LookupOptions options, const std::string& match,
                      const std::string& kind, const py::object& told) {
  options.url_key = kind_of(kind);
  if (!match.empty()) {
    options.match = cdx::match_type(match);
    if (!options.match) {
      throw UsageError("match is exact, prefix, host, domain or range, not '" +
                       match + "'");
    }
  }
  cdx::check_given_dates(options);
  options.asked_url = url;
  options.sort.jobs = 1;
  options.tick = check_signals;
  return std::make_unique<CaptureStream>(
      paths_of(files), told,
      [url, options](const Paths& paths, ProblemSink& sink) {
        auto opened =
            std::make_shared<std::vector<std::unique_ptr<cdx::Searchable>>>();
        for (const std::string& path : paths) {
          opened->push_back(cdx::open_searchable(path));
        }
        cdx::check_keys(*opened, options.url_key);
        std::string top = cdx::lookup_header(*opened, options);
        if (!top.empty()) top += '\n';
        auto lines = cdx::lookup_lines(*opened, cdx::lookup_range(url, options),
                                       options, sink);
        return LinesWithTop{std::move(top), std::move(lines), opened};
      });
}

// Throws IoError for a file that is not there. What has no path of its own is
// asked for when it is read.
void check_readable(const std::string& path) {
  if (path == "-" || io::is_url(path) || io::entry_path(path)) return;
  if (access(path.c_str(), R_OK) != 0) throw IoError(path, "open", errno);
}

StreamPointer index_archives(const py::list& archives,
                             const cdx::IndexerArgs& words, bool all_records,
                             bool skim, bool sort, uint64_t jobs,
                             const py::object& told) {
  cdx::IndexStreamOptions options;
  cdx::choose(words, options);
  options.index.selection.all = all_records;
  options.skim = skim;
  options.jobs = io::thread_count(jobs);
  options.tick = check_signals;
  std::string top = cdx::top_lines(words, options);
  return std::make_unique<CaptureStream>(
      paths_of(archives), told,
      [options, top, sort](const Paths& paths, ProblemSink& sink) {
        std::vector<cdx::ArchiveInput> inputs;
        if (paths.size() == 1) check_readable(paths.front());
        for (std::string& path : io::find_archives(paths, sink)) {
          std::string name = cdx::archive_name(path, {});
          inputs.push_back({std::move(path), std::move(name)});
        }
        cdx::IndexStreamOptions chosen = options;
        chosen.throws_unreadable = inputs.size() == 1;
        auto report = std::make_shared<cdx::IndexReport>();
        auto lines =
            cdx::index_archives(std::move(inputs), chosen, sink, *report);
        if (sort) {
          lines = lines::sort_lines(
              std::make_unique<InterruptibleLines>(std::move(lines)));
        }
        return LinesWithTop{top, std::move(lines), report};
      });
}

py::dict write_zipnum(const py::list& files, const py::object& folder,
                      bool wacz, uint64_t block_lines, uint64_t shards) {
  cdx::ZipNumOptions options;
  options.form = wacz ? cdx::ZipNumForm::kWacz : cdx::ZipNumForm::kCluster;
  options.block_lines = block_lines;
  options.shards = shards;
  options.check();
  const Paths paths = paths_of(files);
  const std::string path = path_of(folder);
  cdx::ZipNumCounts counts;
  {
    py::gil_scoped_release release;
    io::NewDirectory made(path, true, cdx::zipnum_folders(), paths);
    cdx::MergedFiles merged = cdx::merge_files(paths);
    InterruptibleLines lines(std::move(merged.lines));
    counts = cdx::write_zipnum(lines, merged.top, made.part(), options);
    made.finish();
  }
  py::dict result;
  result["lines"] = counts.lines;
  result["blocks"] = counts.blocks;
  result["bytes"] = counts.bytes_out;
  return result;
}

}  // namespace

void declare_captures(py::module_& module) {
  declare_capture_stream(module);
  module.def("urlkey", [](const py::object& url, const std::string& kind) {
    return text_of(cdx::url_key(kind_of(kind), bytes_of_text(url)));
  });
  module.def("registered_domain", [](const std::string& host) {
    return text_of(cdx::registered_domain(host));
  });
  module.def("check_date", &warc::check_given_date);
  module.def("cdx_read", &read_files);
  module.def("cdx_sort", &sort_files);
  module.def("cdx_merge", &merge_files);
  module.def("cdx_filter", &filter_files);
  module.def("cdx_zipnum", &write_zipnum);
  module.def(
      "cdx_lookup",
      [](const py::object& url, const py::list& files, const std::string& match,
         const std::string& from, const std::string& to,
         const std::vector<std::string>& filters, const std::string& closest,
         bool reverse, uint64_t limit, const std::string& collapse,
         const std::string& kind, const py::object& told) {
        cdx::LookupOptions options;
        options.from = from;
        options.to = to;
        options.filters = filters;
        options.closest = closest;
        options.reverse = reverse;
        options.limit = limit;
        options.collapse = collapse;
        return look_up(bytes_of_text(url), files, std::move(options), match,
                       kind, told);
      });
  module.def("captures", [](const py::list& archives,
                            const std::string& profile, const std::string& kind,
                            const std::string& digest,
                            const std::vector<std::string>& types,
                            const std::vector<std::string>& fields,
                            bool post_append, bool all_records, bool skim,
                            bool sort, uint64_t jobs, const py::object& told) {
    cdx::IndexerArgs words;
    if (!kind.empty()) (void)kind_of(kind);
    words.identity.profile = profile;
    words.identity.url_key = kind;
    words.identity.digest = digest;
    words.identity.post_append = post_append;
    words.format = "cdxj";
    words.records = types;
    words.fields = fields;
    return index_archives(archives, words, all_records, skim, sort, jobs, told);
  });
}

}  // namespace wax::python
