// Which files a rank is made of, month by month.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rank/rank_builder.h"
#include "rank/view_files.h"

namespace wax::rank {

// What a month is made of.
struct MonthInputs {
  std::vector<InputFile> views;
  std::vector<InputFile> page_views;
  std::string log_part;  // its sorted views of logs; empty: none
};
using Months = std::map<std::string, MonthInputs>;  // by YYYY-MM

struct GivenInputs {
  Months months;
  std::vector<InputFile> logs;  // of any months
};

// The files of views. Throws UsageError for a name without a month, a file that
// is given twice and two files of the same days, whose views would count twice;
// IoError for a file that is not there.
[[nodiscard]] GivenInputs inputs_by_month(const RankInputs& inputs);

// Leaves out all but the last `most` months up to the last one, and says so;
// says which of these have no views. There is at least one month.
void keep_last_months(Months& months, uint64_t most,
                      const std::function<void(const std::string&)>& say);

}  // namespace wax::rank
