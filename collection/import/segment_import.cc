#include "collection/import/segment_import.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <utility>

#include "collection/import/skipped_originals.h"
#include "io/byte_source.h"
#include "io/error.h"
#include "io/folder.h"
#include "io/folder_lock.h"
#include "io/inputs/input_files.h"
#include "io/output.h"
#include "text/number.h"
#include "text/varint.h"
#include "warc/record/digest.h"

namespace wax::collection {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kPartStateLimit = uint64_t{1} << 30;

struct ArchiveFacts {
  uint64_t size = 0;  // 0 of what is no file on disk
  int64_t time = 0;
};

ArchiveFacts facts_of(const std::string& path) {
  struct stat facts;
  if (::stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return {};
  return {static_cast<uint64_t>(facts.st_size),
          facts.st_mtim.tv_sec * 1'000'000'000 + facts.st_mtim.tv_nsec};
}

struct ImportPart {
  std::vector<ListedArchive> archives;
  uint64_t size = 0;
  std::string name;  // differs for other archives, rules, and places
};

// Archives that are not on disk are never taken as known.
std::vector<ImportPart> parts_of(const std::vector<ListedArchive>& archives,
                                 const SegmentImport& import) {
  std::vector<ImportPart> parts;
  std::string text;
  for (const ListedArchive& archive : archives) {
    if (parts.empty() || parts.back().size >= import.part) {
      parts.emplace_back();
      text = import.rules + '\n' + import.identity + '\n';
    }
    ImportPart& part = parts.back();
    ArchiveFacts facts = facts_of(archive.path);
    part.size += facts.size;
    part.archives.push_back(archive);
    for (const std::string& field :
         {archive.path, archive.collection, std::to_string(facts.size),
          facts.size == 0 ? std::to_string(::getpid())
                          : std::to_string(facts.time)}) {
      text::append_text(field, text);
    }
    warc::Digester digester;
    digester.update(text);
    part.name = std::to_string(parts.size()) + '-' +
                text::to_hex(digester.finish().bytes()).substr(0, 16);
  }
  return parts;
}

// Passes problems on, and keeps them.
class KeptProblems final : public ProblemSink {
 public:
  explicit KeptProblems(ProblemSink& to) : to_(&to) {}

  void report(Problem problem) override {
    text::append_number(static_cast<uint64_t>(problem.severity), text_);
    text::append_text(problem.id, text_);
    text::append_text(problem.file, text_);
    text::append_number(problem.offset ? *problem.offset + 1 : 0, text_);
    text::append_text(problem.text, text_);
    to_->report(std::move(problem));
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  ProblemSink* to_;
  std::string text_;
};

// False when that is not what KeptProblems wrote.
bool read_problems(std::string_view rest, std::vector<Problem>& problems) {
  while (!rest.empty()) {
    uint64_t severity;
    uint64_t offset;
    std::string_view id;
    std::string_view file;
    std::string_view text;
    if (!text::take_number(rest, severity) || severity > 2 ||
        !text::take_text(rest, id) || !text::take_text(rest, file) ||
        !text::take_number(rest, offset) || !text::take_text(rest, text)) {
      return false;
    }
    problems.push_back({static_cast<Severity>(severity), std::string(id),
                        std::string(file), std::nullopt, std::string(text)});
    if (offset > 0) problems.back().offset = offset - 1;
  }
  return true;
}

// What is known of a part beside its segment.
struct PartState {
  ImportStats stats;
  std::string problems;  // of KeptProblems
  SkippedOriginals skipped;
};

std::string stored_form(const PartState& state) {
  std::string text;
  state.stats.append(text);
  text::append_text(state.problems, text);
  state.skipped.append(text);
  return text;
}

bool parse_part_state(std::string_view rest, PartState& state) {
  std::string_view problems;
  if (!state.stats.take(rest) || !text::take_text(rest, problems) ||
      !state.skipped.take(rest)) {
    return false;
  }
  state.problems = problems;
  return rest.empty();
}

// The folder of parts; one process at a time has it.
class PartFolder {
 public:
  explicit PartFolder(std::string path) : path_(std::move(path)) {
    io::make_folders(path_);
    lock_ = io::FolderLock(path_);
  }

  [[nodiscard]] std::string segment(const ImportPart& part) const {
    return path_ + '/' + part.name;
  }
  [[nodiscard]] std::string state(const ImportPart& part) const {
    return segment(part) + ".state";
  }
  void remove() {
    std::error_code failed;
    fs::remove_all(path_, failed);
    if (failed) throw IoError(path_, "remove", failed.value());
  }

 private:
  std::string path_;
  io::FolderLock lock_;
};

class PartedImport {
 public:
  PartedImport(const SegmentImport& import, const ImportOptions& options,
               ProblemSink& problems,
               const std::function<void(uint64_t)>& progress)
      : import_(import),
        options_(options),
        problems_(problems),
        progress_(progress) {}

  ImportStats run(const std::vector<ListedArchive>& archives) {
    std::vector<std::string> inputs = import_.lists;
    for (const ListedArchive& archive : archives) {
      inputs.emplace_back(io::outer_file(archive.path));
    }
    SegmentWriter writer(import_.output, import_.kind, import_.force,
                         import_.identity, inputs);
    std::vector<ImportPart> parts = parts_of(archives, import_);
    std::optional<PartFolder> folder;
    if (parts.size() == 1) {
      import_part(parts.front(), writer, state_, problems_);
    } else {
      std::string path = import_.output;
      while (path.size() > 1 && path.back() == '/') path.pop_back();
      folder.emplace(path + ".unfinished");
      for (const ImportPart& part : parts) {
        PartState state;
        if (!take_known(part, *folder, state)) {
          state = {};
          make_part(part, *folder, state);
        }
        state_.stats += state.stats;
        state_.skipped.add_all(state.skipped);
        state_.skipped.forget_marks();
        writer.append_segment(folder->segment(part));
      }
    }
    if (options_.exclusions != nullptr) {
      state_.stats.failed +=
          state_.skipped.report(*options_.exclusions, problems_);
    }
    if (import_.before_it_appears) import_.before_it_appears();
    writer.finish(state_.stats.json());
    if (folder) folder->remove();
    return std::move(state_.stats);
  }

 private:
  void import_part(const ImportPart& part, SegmentWriter& writer,
                   PartState& state, ProblemSink& problems) {
    Importer importer(options_, writer, problems);
    importer.import_archives(part.archives,
                             [this, before = done_](uint64_t bytes) {
                               done_ = before + bytes;
                               if (progress_) progress_(done_);
                             });
    state.stats = importer.finish(&state.skipped);
  }

  void make_part(const ImportPart& part, const PartFolder& folder,
                 PartState& state) {
    KeptProblems kept(problems_);
    SegmentWriter writer(folder.segment(part), import_.kind, true,
                         import_.identity);
    import_part(part, writer, state, kept);
    state.problems = kept.text();
    auto output = io::open_output(folder.state(part), true);
    output->write(stored_form(state));
    output->finish();
    writer.finish(state.stats.json());
  }

  // A part that an import before this one has made.
  bool take_known(const ImportPart& part, const PartFolder& folder,
                  PartState& state) {
    std::error_code none;
    if (!fs::exists(folder.segment(part), none)) return false;
    std::vector<Problem> problems;
    try {
      auto source = io::open_file(folder.state(part));
      std::string text = io::read_all(*source, kPartStateLimit);
      if (!parse_part_state(text, state) ||
          !read_problems(state.problems, problems)) {
        return false;
      }
      if (options_.exclusions != nullptr) {
        state.skipped.mark_again(*options_.exclusions);
      }
      SegmentReader segment(folder.segment(part));
      for (DocumentKey key; segment.next_key(key);) {
        if (key.revisit || options_.exclusions == nullptr) continue;
        options_.exclusions->mark(key.urlkey, key.digest,
                                  ExclusionList::kImported);
      }
    } catch (const IoError&) {
      return false;
    } catch (const FormatError&) {
      return false;
    }
    for (Problem& problem : problems) problems_.report(std::move(problem));
    done_ += part.size;
    if (progress_) progress_(done_);
    return true;
  }

  const SegmentImport& import_;
  const ImportOptions& options_;
  ProblemSink& problems_;
  const std::function<void(uint64_t)>& progress_;
  PartState state_;  // of all parts; without problems
  uint64_t done_ = 0;
};

}  // namespace

ImportStats import_segment(const std::vector<ListedArchive>& archives,
                           const SegmentImport& import,
                           const ImportOptions& options, ProblemSink& problems,
                           const std::function<void(uint64_t)>& progress) {
  return PartedImport(import, options, problems, progress).run(archives);
}

}  // namespace wax::collection
