#include "tools/collection_cli/list_join.h"

namespace wax::tools::collection_cli {

cli::Outcome close_list_join(const index::ListJoinCounts& counts,
                             const char* written, cli::Console& console) {
  console.summary({{"documents", counts.documents},
                   {written, counts.written},
                   {"lines", counts.lines},
                   {"matched", counts.matched},
                   {"unmatched", counts.unmatched},
                   {"bad", counts.bad}});
  if (counts.lines > 0 && counts.matched == 0) {
    console.message(
        "no line of the list matches a document; the list and the index may "
        "have different kinds of URL keys");
  }
  return console.outcome();
}

}  // namespace wax::tools::collection_cli
