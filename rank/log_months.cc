#include "rank/log_months.h"

#include <string_view>
#include <utility>

#include "rank/view_counts.h"

namespace wax::rank {

LogCounts write_log_months(
    const std::vector<InputFile>& files, const LogRules& rules,
    const lines::SortOptions& sort, ProblemSink& problems,
    const std::function<std::unique_ptr<io::Output>(const std::string& month)>&
        open) {
  LogCounts counts;
  lines::SortOptions half = sort;
  half.memory /= 2;
  auto sorted = summed_lines(
      lines::sort_lines(counted_lines(log_views(files, rules, sort.memory / 8,
                                                sort.jobs, problems, counts),
                                      sort.memory / 4),
                        half),
      "logs");
  constexpr size_t kMonth = 7;
  std::string month;
  std::unique_ptr<io::Output> output;
  for (std::string_view line; sorted->next(line);) {
    if (line.substr(0, kMonth) != month) {
      if (output) output->finish();
      month = line.substr(0, kMonth);
      output = open(month);
    }
    output->write(line.substr(kMonth));
    output->write("\n");
  }
  if (output) output->finish();
  return counts;
}

}  // namespace wax::rank
