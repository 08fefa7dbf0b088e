#include "cdx/merge.h"

#include <algorithm>
#include <utility>

#include "cdx/cdx_lines.h"
#include "cdx/loser_tree.h"
#include "cdx/run_file.h"

namespace wax::cdx {
namespace {

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

}  // namespace

std::unique_ptr<LineStream> merge_lines(std::vector<LineInput> inputs,
                                        const MergeOptions& options) {
  std::vector<std::unique_ptr<SortedInput>> sorted;
  for (LineInput& input : inputs) sorted.push_back(checked(std::move(input)));
  return std::make_unique<MergedLines>(std::move(sorted), options, nullptr);
}

std::unique_ptr<LineStream> merge_lines(
    size_t count, const std::function<LineInput(size_t)>& open,
    const MergeOptions& options, const std::string& tmpdir) {
  std::unique_ptr<RunFile> file;
  std::vector<std::unique_ptr<SortedInput>> inputs;
  size_t steps = (count + kMergeFanIn - 1) / kMergeFanIn;
  for (size_t step = 0; step < steps; ++step) {
    std::vector<std::unique_ptr<SortedInput>> part;
    size_t end = count * (step + 1) / steps;
    for (size_t i = count * step / steps; i < end; ++i) {
      part.push_back(checked(open(i)));
    }
    if (steps == 1) {
      inputs = std::move(part);
      break;
    }
    if (file == nullptr) file = std::make_unique<RunFile>(tmpdir);
    LoserTree tree(std::move(part));
    RunWriter writer(*file, kBlock);
    while (tree.next()) writer.add(tree.line(), tree.code());
    inputs.push_back(read_run(*file, writer.finish(), false));
  }
  return std::make_unique<MergedLines>(std::move(inputs), options,
                                       std::move(file));
}

MergedFiles merge_files(const std::vector<std::string>& paths,
                        const MergeOptions& options,
                        const std::string& tmpdir) {
  SharedHeader header;
  auto open = [&](size_t i) -> LineInput {
    std::unique_ptr<CdxLines> file = open_cdx(paths[i]);
    header.add(*file);
    std::string name = file->name();
    return {std::move(name), std::move(file)};
  };
  auto lines = merge_lines(paths.size(), open, options, tmpdir);
  return {header.text(), std::move(lines)};
}

}  // namespace wax::cdx
