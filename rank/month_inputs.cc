#include "rank/month_inputs.h"

#include <set>

#include "io/error.h"
#include "rank/log_months.h"
#include "rank/page_views.h"

namespace wax::rank {
namespace {

class InputFiles {
 public:
  // Counting a file twice would be worse than asking again.
  InputFile take(const std::string& name) {
    InputFile file{name, resolved(name)};
    if (!seen_.insert(file.path).second) {
      throw UsageError(name + ": is given twice");
    }
    return file;
  }

 private:
  std::set<std::string> seen_;
};

}  // namespace

GivenInputs inputs_by_month(const RankInputs& inputs) {
  GivenInputs given;
  InputFiles files;
  auto month_of = [&](const std::string& name) -> MonthInputs& {
    auto month = month_of_name(name);
    if (!month) {
      throw UsageError(name + ": the name of the file has no month YYYY-MM");
    }
    return given.months[*month];
  };
  for (const std::string& name : inputs.views) {
    month_of(name).views.push_back(files.take(name));
  }
  std::map<std::string, std::string> files_of_days;
  for (const std::string& name : inputs.page_views) {
    month_of(name).page_views.push_back(files.take(name));
    const auto [other, fresh] =
        files_of_days.emplace(period_of_name(name).value_or(name), name);
    if (!fresh) {
      throw UsageError(other->second + " and " + name + " are both of " +
                       other->first + "; its views would count twice");
    }
  }
  for (const std::string& name : inputs.logs) {
    given.logs.push_back(files.take(name));
  }
  return given;
}

void keep_last_months(Months& months, uint64_t most,
                      const std::function<void(const std::string&)>& say) {
  const std::string last = months.rbegin()->first;
  const std::string first = month_after(last, 1 - static_cast<int>(most));
  while (months.begin()->first < first) {
    say("views of " + months.begin()->first +
        " are left out: the rank is of the " + std::to_string(most) +
        " months up to " + last);
    months.erase(months.begin());
  }
  std::string missing;
  for (std::string month = months.begin()->first; month < last;
       month = month_after(month, 1)) {
    if (!months.contains(month)) missing += ' ' + month;
  }
  if (!missing.empty()) say("months without views:" + missing);
}

}  // namespace wax::rank
