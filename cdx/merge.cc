#include "cdx/merge.h"

#include <algorithm>
#include <utility>

#include "cdx/cdx_lines.h"
#include "cdx/loser_tree.h"
#include "cdx/run_file.h"

namespace wax::cdx {
namespace {

constexpr size_t kFanIn = 500;
constexpr size_t kBlock = 256 * 1024;

class CheckedInput final : public SortedInput {
 public:
  explicit CheckedInput(LineInput input) : input_(std::move(input)) {}

  bool advance() override {
    // The stream forgets its line, the code needs it.
    before_.assign(line_);
    if (!input_.lines->next(line_)) return false;
    ++count_;
    if (less_from(line_, before_, 0, code_)) {
      auto cdx = dynamic_cast<const CdxLines*>(input_.lines.get());
      throw LineError(input_.name, cdx != nullptr ? cdx->line_number() : count_,
                      "less than the line before it: the input is not sorted "
                      "in byte order");
    }
    return true;
  }

 private:
  LineInput input_;
  std::string before_;
  uint64_t count_ = 0;
};

class MergedLines final : public LineStream {
 public:
  MergedLines(std::vector<std::unique_ptr<SortedInput>> inputs,
              const MergeOptions& options, std::unique_ptr<RunFile> file)
      : file_(std::move(file)), tree_(std::move(inputs)), options_(options) {}

  bool next(std::string_view& line) override {
    while (tree_.next()) {
      line = tree_.line();
      bool same = !first_ && tree_.code() == kSameLine && line.size() == size_;
      first_ = false;
      size_ = line.size();
      if (!same || !options_.unique) return true;
    }
    return false;
  }

 private:
  std::unique_ptr<RunFile> file_;  // outlives the tree's inputs
  LoserTree tree_;
  MergeOptions options_;
  bool first_ = true;
  size_t size_ = 0;
};

std::unique_ptr<SortedInput> checked(LineInput input) {
  return std::make_unique<CheckedInput>(std::move(input));
}

std::unique_ptr<SortedInput> checked(const std::string& path,
                                     SharedHeader& header) {
  std::unique_ptr<CdxLines> file = open_cdx(path);
  header.add(*file);
  std::string name = file->name();
  return checked({std::move(name), std::move(file)});
}

}  // namespace

std::unique_ptr<LineStream> merge_lines(std::vector<LineInput> inputs,
                                        const MergeOptions& options) {
  std::vector<std::unique_ptr<SortedInput>> sorted;
  for (LineInput& input : inputs) sorted.push_back(checked(std::move(input)));
  return std::make_unique<MergedLines>(std::move(sorted), options, nullptr);
}

MergedFiles merge_files(const std::vector<std::string>& paths,
                        const MergeOptions& options,
                        const std::string& tmpdir) {
  SharedHeader header;
  std::vector<std::unique_ptr<SortedInput>> inputs;
  if (paths.size() <= kFanIn) {
    for (const std::string& path : paths) {
      inputs.push_back(checked(path, header));
    }
    return {header.text(),
            std::make_unique<MergedLines>(std::move(inputs), options, nullptr)};
  }
  auto file = std::make_unique<RunFile>(tmpdir);
  size_t steps = (paths.size() + kFanIn - 1) / kFanIn;
  for (size_t step = 0; step < steps; ++step) {
    size_t begin = paths.size() * step / steps;
    size_t end = paths.size() * (step + 1) / steps;
    std::vector<std::unique_ptr<SortedInput>> part;
    for (size_t i = begin; i < end; ++i) {
      part.push_back(checked(paths[i], header));
    }
    LoserTree tree(std::move(part));
    RunWriter writer(*file, kBlock);
    while (tree.next()) writer.add(tree.line(), tree.code());
    inputs.push_back(read_run(*file, writer.finish(), false));
  }
  return {header.text(), std::make_unique<MergedLines>(
                             std::move(inputs), options, std::move(file))};
}

}  // namespace wax::cdx
