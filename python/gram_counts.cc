#include "python/gram_counts.h"

#include <pybind11/stl.h>

#include "python/texts.h"

namespace py = pybind11;

namespace wax::python {
namespace {

std::string join(const std::deque<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    text += word;
  }
  return text;
}

}  // namespace

GramCounts::GramCounts(size_t size, const std::vector<std::string>& only)
    : size_(size) {
  for (const std::string& each : only) {
    counts_.try_emplace(join(words_of(each)));
  }
  counts_all_ = only.empty();
}

void GramCounts::add(std::string_view text, int year) {
  ++documents_[year];
  std::deque<std::string> run;
  tokens_.set(text);
  std::string_view word;
  std::string_view exact;
  uint64_t& total = totals_[year];
  while (tokens_.next_utf8(word, exact)) {
    ++total;
    run.emplace_back(word);
    if (run.size() > size_) run.pop_front();
    if (counts_all_) {
      if (run.size() == size_) ++counts_[join(run)][year];
      continue;
    }
    std::string gram;
    for (size_t i = run.size(); i-- > 0;) {
      gram = gram.empty() ? run[i] : run[i] + ' ' + gram;
      auto found = counts_.find(gram);
      if (found != counts_.end()) ++found->second[year];
    }
  }
}

py::dict GramCounts::result() const {
  py::dict counts;
  for (const auto& [gram, years] : counts_) {
    counts[text_of(gram)] = py::cast(years);
  }
  py::dict result;
  result["counts"] = counts;
  result["words"] = py::cast(totals_);
  result["documents"] = py::cast(documents_);
  return result;
}

std::deque<std::string> GramCounts::words_of(std::string_view text) {
  std::deque<std::string> words;
  tokens_.set(text);
  std::string_view word;
  std::string_view exact;
  while (tokens_.next_utf8(word, exact)) words.emplace_back(word);
  if (words.size() > size_) size_ = words.size();
  return words;
}

}  // namespace wax::python
