// Indexes archive files: a CDX or CDXJ line for each capture.
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cdx/files/neighbour_cdx.h"
#include "cdx/format/identity_line.h"
#include "cdx/indexer/index_stream.h"
#include "cdx/indexer/indexer_args.h"
#include "io/compress/gzip_format.h"
#include "io/compress/gzip_name.h"
#include "io/ordered_pool.h"
#include "io/output.h"
#include "lines/sort.h"
#include "text/number.h"
#include "tools/cli/archive_inputs.h"
#include "tools/cli/report_json.h"
#include "tools/cli/tool.h"
#include "tools/cli/tool_options.h"

namespace wax::tools::warc_indexer {
namespace {

constexpr cli::ToolInfo kInfo = {
    "wax-warc-indexer",
    "make a CDX or CDXJ index of ARC and WARC files",
    "[OPTION]... ARCHIVE...",
    "wax-warc-indexer --sort -o crawl.cdx warcs/",
    "wax-cdx-sort(1) wax-cdx-merge(1) wax-dedup-cdx(1) wax-cdx(5)",
    "Start here"};

struct Options {
  std::vector<std::string> inputs;
  std::string files_from;
  std::string output = "-";
  std::string damaged;
  std::string references;
  bool force = false;
  uint64_t jobs = 0;
  cdx::IndexerArgs words;
  cdx::IndexStreamOptions stream;
  cdx::ArchiveNaming naming;
  bool use_cdx = false;
  std::string cdx_use;
  std::string sums;
  std::string part;
  std::string part_ends;
  bool sort = false;
  lines::SortOptions sorting;
};

void declare(cli::OptionTable& table, Options& options) {
  cli::declare_archives(table, options.inputs, options.files_from);
  cli::declare_line_output(table, options.output, options.force);
  table
      .option("write-damaged", options.damaged, "LIST",
              "also write the captures of damaged records to LIST")
      .more =
      "wax-dedup-cdx --damaged reads it, so that a capture with a damaged "
      "record is not used as the first capture of its version if the version "
      "has an intact capture. It has one \"filename offset urlkey date\" per "
      "line, in byte order.";
  table
      .option("write-references", options.references, "LIST",
              "also write what revisits name to LIST")
      .more =
      "wax-revisits --references reads it. It has one \"urlkey date date\" per "
      "line, in byte order: the key and date of the original, which "
      "WARC-Refers-To-Date and WARC-Refers-To-Target-URI name, and the date of "
      "the revisit. Zeros stand for the last capture before it, and a digest "
      "that the revisit states follows.";
  cli::declare_jobs(table, options.jobs);
  table.flag("skim", options.stream.skim,
             "skip bodies that no line needs, without checking them");
  table
      .flag("use-cdx", options.use_cdx,
            "skip bodies of records in CDX files beside archives")
      .more =
      "CDX and CDXJ files are looked for in the folders of the archives, in "
      "their folders cdx, cdxj, index and indexes, and in folders of these "
      "names beside them. A line counts when the date, the digest and the "
      "length that it states are those of the record. Where the record has no "
      "digest, that of the line is taken, if its file states the same rules "
      "for "
      "keys and digests. All other records are read whole. The lines are the "
      "same as without it, but damage in skipped bodies is not found.";
  table
      .option("write-cdx-use", options.cdx_use, "FILE",
              "also write how --use-cdx helped to FILE")
      .more =
      "It has one count and what is counted per line: the captures whose "
      "bodies "
      "were skipped, the CDX files that were used, and those that were not, by "
      "reason.";

  cli::declare_write_sums(table, options.sums);
  table
      .option("part", options.part, "BEGIN-END",
              "read only the records that begin in these bytes")
      .more =
      "For several machines that read one archive on disk: END is the first "
      "byte "
      "of the next part, or empty. Where a part begins is a guess, as "
      "--write-ends says.";
  table
      .option("write-ends", options.part_ends, "FILE",
              "also write where these records begin and end to FILE")
      .more =
      "It is JSON: \"start\" is where the first record of the part was read, "
      "\"next\" where the first one after it is, and \"at_end\" says that the "
      "archive has no more. If the \"start\" of a part is not the \"next\" of "
      "the "
      "part before, read both as one part.";
  table.flag("sort,s", options.sort, "sort the lines in byte order");
  cli::declare_sorting(table, options.sorting.memory, options.sorting.tmpdir);

  table.group("Form of the lines");
  table.choice("format,t", options.words.format,
               {"cdx9", "cdx10", "cdx11", "cdxj"},
               "form (default: by profile)");
  table.option("legend", options.words.legend, "LETTERS",
               "CDX columns by letter (default: those of the profile)");
  table.flag("header", options.words.header,
             "write a header line, which names the fields");
  table.flag("no-header", options.words.no_header,
             "write no header line and no identity");
  table
      .list("add-fields", options.words.fields, "FIELD,...",
            "add these CDXJ fields, such as http:content-type")
      .more =
      "A field is the name of a field of the record header, http:NAME or "
      "req.http:NAME (of the HTTP header of the response or its request), "
      "method or referrer.";
  table.list("only-fields", options.words.only_fields, "FIELD,...",
             "write only these CDXJ fields");
  table.flag("record-digest", options.stream.index.record_digest,
             "add field recordDigest: digest of the stored record");
  table
      .flag("redirects", options.words.redirects,
            "fill the redirect column: Location or meta refresh")
      .more =
      "Of a revisit, Location where its HTTP head has the status of a "
      "redirect.";
  table.flag("meta", options.words.meta,
             "fill the meta column: robots letters A, F, I");
  table.flag("full-path", options.naming.full_path,
             "write absolute paths of the archives");
  table.option("dir-root", options.naming.root, "DIR",
               "write paths of the archives relative to DIR");

  table.group("Which records get a line");
  table.flag("all-records,a", options.stream.index.selection.all,
             "also index requests, metadata and the like");
  cli::declare_record_types(table, options.words.records);
  table.flag("minimal", options.stream.index.minimal,
             "do not look into records: no mime, no status");
  table.flag("verify-http", options.stream.index.verify_http,
             "leave out responses that are not HTTP/1.0 or 1.1");

  cli::declare_identity(table, options.words.identity);
}

std::vector<cdx::ArchiveInput> archive_inputs(const Options& options,
                                              cli::Console& console) {
  std::vector<cdx::ArchiveInput> inputs;
  for (std::string& path :
       cli::find_archives(options.inputs, options.files_from, console)) {
    std::string filename = cdx::archive_name(path, options.naming);
    inputs.push_back({std::move(path), std::move(filename)});
  }
  return inputs;
}

// Lines name archives by their file names: whoever looks up a record there may
// take one archive for another.
void tell_equal_names(const std::vector<cdx::ArchiveInput>& inputs,
                      cli::Console& console) {
  std::map<std::string_view, size_t> archives;
  for (const cdx::ArchiveInput& input : inputs) ++archives[input.filename];
  size_t names = 0;
  std::string_view first;
  for (const auto& [name, count] : archives) {
    if (count > 1 && ++names == 1) first = name;
  }
  if (names == 0) return;
  std::string text = std::to_string(archives[first]) + " archives are named " +
                     std::string(first);
  if (names > 1) {
    text += ", and there are " + std::to_string(names - 1) + " more such names";
  }
  console.message(text + "; --full-path and --dir-root tell them apart");
}

std::vector<std::string> paths_of(
    const std::vector<cdx::ArchiveInput>& inputs) {
  std::vector<std::string> paths;
  for (const cdx::ArchiveInput& input : inputs) paths.push_back(input.path);
  return paths;
}

void tell_cdx_files(const cdx::NeighbourCdx& listed, cli::Console& console) {
  std::string text;
  for (const auto& [reason, count] : listed.unused()) {
    text += text.empty() ? " (" : ", ";
    text += reason + ' ' + std::to_string(count);
  }
  if (!text.empty()) text = ", not used" + text + ')';
  if (listed.files() > 0 || !text.empty()) {
    console.message("CDX files used " + std::to_string(listed.files()) + text);
  }
}

void write_cdx_use(const Options& options, const cdx::NeighbourCdx& listed,
                   uint64_t captures) {
  // The lines are replaced already: these counts are theirs.
  auto output = io::open_named_output(options.cdx_use, options.force);
  if (io::is_gzip_name(options.cdx_use)) {
    output = io::gzip_output(std::move(output), 1);
  }
  auto add = [&](uint64_t count, std::string_view words) {
    output->write(std::to_string(count).append(" ").append(words).append("\n"));
  };
  add(captures, "captures");
  add(listed.files(), "CDX files used");
  for (const auto& [reason, count] : listed.unused()) {
    add(count, "not used: " + reason);
  }
  output->finish();
}

// A list that is written beside the lines, in byte order; none without a path.
class SideList {
 public:
  SideList(const std::string& path, const Options& options,
           cli::Console& console) {
    if (path.empty()) return;
    output_ = console.open_line_output(path, options.force);
    lines_.emplace(options.sorting);
  }
  explicit operator bool() const { return output_ != nullptr; }
  std::function<void(std::string_view)> taker() {
    return [this](std::string_view lines) { lines_->add(lines); };
  }
  void finish(std::string_view head) {
    if (!output_) return;
    output_->write(head);
    lines_->write_sorted(*output_);
  }

 private:
  std::unique_ptr<io::Output> output_;
  std::optional<lines::LineSpool> lines_;
};

// "0-8388608", "8388608-".
warc::ArchivePart part_of(const Options& options, size_t archives) {
  if (archives != 1) throw UsageError("--part is about one archive");
  size_t dash = options.part.find('-');
  auto begin =
      text::whole_number(std::string_view(options.part).substr(0, dash));
  std::string_view end = dash == std::string::npos
                             ? std::string_view("?")
                             : std::string_view(options.part).substr(dash + 1);
  warc::ArchivePart part;
  if (begin) part.begin = *begin;
  if (!end.empty()) part.end = text::whole_number(end).value_or(0);
  if (!begin || part.end <= part.begin) {
    throw UsageError("--part is BEGIN-END, in bytes, not '" + options.part +
                     "'");
  }
  return part;
}

void write_part_ends(const Options& options, const cdx::PartEnds& ends,
                     cli::Console& console) {
  auto offset = [](const std::optional<uint64_t>& number) {
    return number ? cli::ReportJson(*number) : cli::ReportJson();
  };
  auto output = console.open_output(options.part_ends, options.force);
  output->write(cli::print_report({{"start", offset(ends.start)},
                                   {"next", offset(ends.next)},
                                   {"at_end", ends.at_end}}));
  output->finish();
}

cli::Outcome run(const Options& options, cli::Console& console) {
  cdx::IndexStreamOptions stream = options.stream;
  cdx::choose(options.words, stream);
  stream.jobs = io::thread_count(options.jobs);
  if (!options.cdx_use.empty() && !options.use_cdx) {
    throw UsageError("--write-cdx-use is about --use-cdx; give that too");
  }
  if (!options.part_ends.empty() && options.part.empty()) {
    throw UsageError("--write-ends is about --part; give that too");
  }
  cli::InputSums sums(options.sums);
  std::vector<cdx::ArchiveInput> inputs = archive_inputs(options, console);
  const std::vector<std::string> paths = paths_of(inputs);
  tell_equal_names(inputs, console);
  std::optional<warc::ArchivePart> part;
  if (!options.part.empty()) part = part_of(options, inputs.size());
  std::optional<cdx::NeighbourCdx> listed;
  if (options.use_cdx) {
    listed.emplace(paths, stream.index.spelling(), options.sorting.memory / 2);
    tell_cdx_files(*listed, console);
    stream.listed = &*listed;
  }
  auto output =
      console.open_line_output(options.output, options.force, options.jobs);

  SideList damaged(options.damaged, options, console);
  if (damaged) stream.damaged = damaged.taker();
  SideList references(options.references, options, console);
  if (references) stream.references = references.taker();

  console.start_progress(cli::size_of_all(inputs, &cdx::ArchiveInput::path));
  uint64_t done = 0;
  cdx::IndexReport report;
  auto progress = [&](uint64_t bytes) {
    done += bytes;
    console.progress(done);
  };
  cdx::PartEnds ends;
  auto lines = part ? cdx::index_part(std::move(inputs.front()), *part, stream,
                                      console, report, ends, progress)
                    : cdx::index_archives(std::move(inputs), stream, console,
                                          report, progress);
  if (options.sort) {
    lines = lines::sort_lines(std::move(lines), options.sorting);
  }
  output->write(cdx::top_lines(options.words, stream));
  lines->copy_to(*output);
  damaged.finish("");
  references.finish(options.words.no_header
                        ? ""
                        : cdx::identity_line(stream.index.spelling(),
                                             cdx::IdentityForm::kList));
  output->finish();
  sums.write(paths);
  if (!options.part_ends.empty()) write_part_ends(options, ends, console);
  std::vector<cli::Count> counts = {
      {"archives", report.files},
      {"read", report.counts.read},
      {"written", report.counts.written},
      cli::sum_of("skipped", report.counts.skipped),
      {"failed", console.lost()}};
  if (stream.listed != nullptr) {
    counts.push_back({"from CDX files", report.counts.listed});
    if (!options.cdx_use.empty()) {
      write_cdx_use(options, *stream.listed, report.counts.listed);
    }
  }
  console.summary(counts);
  return console.outcome();
}

// The program also goes by the name that users of ARC files look for.
cli::ToolInfo info_of(std::string_view program) {
  cli::ToolInfo info = kInfo;
  if (program.ends_with("wax-arc-indexer")) info.name = "wax-arc-indexer";
  return info;
}

}  // namespace
}  // namespace wax::tools::warc_indexer

int main(int argc, char** argv) {
  using namespace wax::tools;
  return cli::tool_main<warc_indexer::Options>(
      warc_indexer::info_of(argc > 0 ? argv[0] : ""), argc, argv,
      warc_indexer::declare, warc_indexer::run);
}
