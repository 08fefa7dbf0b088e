#include "crawl/fetch/fetch_journal.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <system_error>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "lines/line_stream.h"
#include "text/ascii.h"
#include "text/number.h"
#include "warc/reader/reader.h"
#include "warc/record/date.h"

namespace wax::crawl {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHead =
    "url\tdate\tstatus\tdigest\tfile\tend\tpath\tto\n";

std::optional<FetchedLine> parse_fetched(std::string_view line) {
  std::array<std::string_view, 8> columns;
  for (size_t i = 0; i < columns.size(); ++i) {
    const size_t end = i + 1 == columns.size() ? line.npos : line.find('\t');
    if (i + 1 < columns.size() && end == line.npos) return std::nullopt;
    columns[i] = line.substr(0, end);
    if (end != line.npos) line.remove_prefix(end + 1);
  }
  const auto end = text::whole_number(columns[5]);
  if (!end) return std::nullopt;
  return FetchedLine{columns[0], columns[1], columns[2], columns[3],
                     columns[4], *end,       columns[6], columns[7]};
}

uint64_t size_of(const std::string& path) {
  std::error_code none;
  const uint64_t size = fs::file_size(path, none);
  return none ? 0 : size;
}

void resize(const std::string& path, uint64_t size) {
  std::error_code error;
  fs::resize_file(path, size, error);
  if (error) throw IoError(path, "truncate", error.value());
}

void create(const std::string& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes << std::flush;
  if (!file) throw IoError(path, "cannot be written");
}

// Throws FormatError unless the file begins as a journal does, as far as it
// goes.
void check_head(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string head(kHead.size(), '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<size_t>(file.gcount()));
  if (!kHead.starts_with(head)) {
    throw FormatError(path, 0, "this is no journal of wax-fetch");
  }
}

// What follows the last "-", and is removed with it.
std::string_view take_last(std::string_view& name) {
  const size_t dash = name.rfind('-');
  if (dash == name.npos) return {};
  const std::string_view last = name.substr(dash + 1);
  name.remove_suffix(name.size() - dash);
  return last;
}

// Whether FetchArchive gives such names.
bool is_own_name(std::string_view name) {
  for (std::string_view end : {".gz", ".zst"}) {
    if (name.ends_with(end)) name.remove_suffix(end.size());
  }
  if (!name.ends_with(".warc")) return false;
  name.remove_suffix(5);
  const std::string_view run = take_last(name);
  const std::string_view number = take_last(name);
  return run.size() == 8 && text::whole_number<uint32_t>(run, 16) &&
         number.size() >= 5 && text::whole_number(number) &&
         warc::is_date14(take_last(name));
}

// What a run that was killed leaves without a line in the journal: a new file
// with the records of one URL, or less.
bool is_beginning(const std::string& path) {
  NoProblems none;
  auto reader = warc::open_archive(path, none);
  int answers = 0;
  for (warc::Record record; answers < 2 && reader->next(record);) {
    if (record.type == warc::RecordType::kResponse ||
        record.type == warc::RecordType::kRevisit) {
      ++answers;
    }
  }
  return answers < 2;
}

// Without a last line that has no end.
uint64_t whole_lines(const std::string& path) {
  const uint64_t size = size_of(path);
  auto source = io::open_file(path);
  uint64_t at = 0;
  uint64_t whole = 0;
  for (std::string_view bytes; at < size && !(bytes = source->peek(1)).empty();
       source->consume(bytes.size())) {
    const size_t last = bytes.rfind('\n');
    if (last != bytes.npos) whole = at + last + 1;
    at += bytes.size();
  }
  return whole;
}

}  // namespace

void each_fetched(const std::string& folder,
                  const std::function<void(const FetchedLine& line)>& use) {
  const std::string path = folder + '/' + std::string(kFetchJournal);
  if (!fs::exists(path)) return;
  auto lines = lines::lines_of(io::open_file(path));
  std::string_view line;
  (void)lines->next(line);
  while (lines->next(line)) {
    if (const auto fetched = parse_fetched(line)) use(*fetched);
  }
}

template <typename Use>
void FetchJournal::each_line(Use&& use) const {
  std::map<std::string, uint64_t, std::less<>> sizes;
  each_fetched(folder_, [&](const FetchedLine& fetched) {
    auto known = sizes.find(fetched.file);
    if (known == sizes.end()) {
      const std::string file(fetched.file);
      const std::string archive = folder_ + '/' + file;
      known = sizes
                  .emplace(file, std::max(size_of(archive),
                                          size_of(archive + ".open")))
                  .first;
    }
    use(fetched, known->second);
  });
}

FetchJournal::FetchJournal(
    const std::string& folder,
    const std::function<void(const FetchedLine& line)>& use,
    ProblemSink* problems)
    : folder_(folder), path_(folder + '/' + std::string(kFetchJournal)) {
  std::map<std::string, uint64_t, std::less<>> ends;
  std::map<std::string, uint64_t, std::less<>> short_ones;
  if (fs::exists(path_)) check_head(path_);
  const uint64_t whole = fs::exists(path_) ? whole_lines(path_) : 0;
  if (whole == 0) {
    create(path_, kHead);
  } else {
    resize(path_, whole);
    each_line([&](const FetchedLine& line, uint64_t size) {
      // A failure of power may leave the line, and not the records.
      if (line.end > size) {
        short_ones.emplace(line.file, size);
        return;
      }
      uint64_t& end = ends[std::string(line.file)];
      end = std::max(end, line.end);
      use(line);
    });
  }
  for (const auto& [file, size] : short_ones) {
    const std::string archive = folder + '/' + file;
    if (problems == nullptr || fs::exists(archive + ".open")) continue;
    problems->report({Severity::kWarning, "warc-truncated-record", archive,
                      size,
                      "the journal has records behind its end; what they are "
                      "of is asked for again"});
  }
  for (const std::string& entry : io::entries_of(folder)) {
    if (!entry.ends_with(kOpenArchive) ||
        !fs::is_regular_file(fs::symlink_status(entry))) {
      continue;
    }
    std::string name = fs::path(entry).filename().string();
    name.resize(name.size() - kOpenArchive.size());
    const auto end = ends.find(name);
    if (end == ends.end()) {
      if (!is_own_name(name) || !is_beginning(entry)) {
        throw UsageError(entry + ": is not in " + std::string(kFetchJournal) +
                         "; rename or remove it");
      }
      fs::remove(entry);
      continue;
    }
    resize(entry, end->second);
    open_ = name;
    open_size_ = end->second;
  }
  output_ = io::open_appending_output(path_);
}

void FetchJournal::again(
    const std::function<void(const FetchedLine& line)>& use) const {
  each_line([&](const FetchedLine& line, uint64_t size) {
    if (line.end <= size) use(line);
  });
}

void FetchJournal::add(const FetchedLine& line) {
  std::string text;
  auto add = [&](std::string_view column) { text.append(column) += '\t'; };
  add(line.url);
  add(line.date);
  add(line.status);
  add(line.digest.empty() ? "-" : line.digest);
  add(line.file);
  add(std::to_string(line.end));
  add(line.path.empty() ? "-" : line.path);
  text.append(line.to.empty() ? "-" : line.to) += '\n';
  output_->write(text);
  output_->flush();
}

void FetchJournal::sync() {
  output_->finish();
  output_ = io::open_appending_output(path_);
}

void FetchJournal::finish() { output_->finish(); }

}  // namespace wax::crawl
