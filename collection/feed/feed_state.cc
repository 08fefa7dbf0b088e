#include "collection/feed/feed_state.h"

#include <filesystem>

#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;
using lines::LineStream;

// "URLKEY DIGEST TAB ID" of a line.
std::string_view without_dates(std::string_view line) {
  return line.substr(0, line.rfind(' '));
}

std::string_view id_of(std::string_view line) {
  line = without_dates(line);
  return line.substr(line.rfind('\t') + 1);
}

void write_whole(const std::string& path, std::string_view text) {
  auto output = io::open_output(path, true);
  output->write(text);
  output->finish();
}

}  // namespace

FeedState::FeedState(const std::string& folder, const std::string& url,
                     const lines::SortOptions& sort)
    : folder_(folder), sort_(sort) {
  io::make_folders(folder_);
  lock_ = io::FolderLock(folder_);
  const std::string server = folder_ + "/server";
  if (fs::exists(server)) {
    const std::string other = io::read_all(*io::open_file(server), 1 << 16);
    if (other != url + '\n') {
      throw UsageError(folder_ + ": this is what another server has: " +
                       other.substr(0, other.find('\n')));
    }
  } else {
    write_whole(server, url + '\n');
  }
  if (!fs::exists(documents())) write_whole(documents(), "");
  take_sent();
  table_.emplace(documents());
  write_whole(sent(), "");  // a new file would appear with the end of the run
  sent_ = io::open_appending_output(sent());
}

std::string FeedState::line(const std::string& version, const std::string& id,
                            const std::string& dates) {
  return version + id + ' ' + dates;
}

std::optional<std::string> FeedState::dates(const std::string& version,
                                            std::string_view id) {
  std::optional<std::string> found;
  table_->find(version, [&](std::string_view rest) {
    const std::string_view known = without_dates(rest);
    if (known == id) found = rest.substr(known.size() + 1);
  });
  return found;
}

void FeedState::add(const std::string& line) { sent_->write(line + '\n'); }

void FeedState::replace(std::unique_ptr<LineStream> lines,
                        const std::function<void(std::string_view)>& use) {
  auto former = lines::lines_of(io::open_file(documents()));
  output_ = io::open_output(documents(), true);
  std::string_view old;
  std::string_view line;
  bool has_old = former->next(old);
  while (lines->next(line)) {
    while (has_old && without_dates(old) < without_dates(line)) {
      use(id_of(old));
      has_old = former->next(old);
    }
    if (has_old && without_dates(old) == without_dates(line)) {
      has_old = former->next(old);
    }
    output_->write(std::string(line) + '\n');
  }
  for (; has_old; has_old = former->next(old)) use(id_of(old));
}

void FeedState::finish() {
  output_->finish();
  sent_->finish();
  fs::remove(sent());
}

// A run that was ended left what it sent.
void FeedState::take_sent() {
  if (!fs::exists(sent())) return;
  std::string bytes = io::read_all(*io::open_file(sent()), UINT64_MAX);
  bytes.resize(bytes.rfind('\n') + 1);  // a torn line says nothing
  lines::LineSorter sorter(sort_);
  // In order of documents; of two lines, the later one is from `sent`.
  auto add = [&](std::unique_ptr<LineStream> lines, char when) {
    std::string_view line;
    std::string with;
    while (lines->next(line)) {
      const std::string_view known = without_dates(line);
      with.assign(known);
      (with += '\t') += when;
      with.append(line.substr(known.size()));
      sorter.add(with);
    }
  };
  add(lines::lines_of(io::open_file(documents())), '1');
  add(lines::lines_of(std::string_view(bytes)), '2');
  auto sorted = sorter.sorted();
  auto output = io::open_output(documents(), true);
  std::string_view line;
  std::string last;
  auto put = [&] {
    if (last.empty()) return;
    const size_t tab = last.rfind('\t');
    last.erase(tab, 2);
    output->write(last + '\n');
  };
  while (sorted->next(line)) {
    const std::string_view known = line.substr(0, line.rfind('\t'));
    if (std::string_view(last).substr(0, last.rfind('\t')) != known) put();
    last = line;
  }
  put();
  output->finish();
  fs::remove(sent());
}

}  // namespace wax::collection
