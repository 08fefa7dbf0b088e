#include "tools/cli/import_options.h"

namespace wax::tools::cli {

void declare_import_rules(OptionTable& table, std::string& status,
                          std::vector<std::string>& types, bool& all_types) {
  table
      .option("status", status, "RANGES",
              "HTTP statuses to import, such as 200-299,404")
      .more =
      "wax-dedup-cdx and wax-import must have the same --status, --types and "
      "--all-types; the list states them, and wax-import refuses a list made "
      "with others.";
  table.list("types", types, "TYPE,...",
             "media types to import, such as text/*,application/pdf (default: "
             "pages, text, PDF and office documents, images, audio and "
             "video)");
  table.flag("all-types", all_types,
             "import every type, also style sheets, scripts, JSON and fonts");
}

void declare_tika(OptionTable& table, std::string& url) {
  table.option("tika", url, "URL",
               "the Apache Tika server that reads documents which this program "
               "does not, such as those of older office programs; --types or "
               "--all-types says which become documents");
}

void declare_ignore_robots(OptionTable& table, bool& ignore_robots) {
  table.flag("ignore-robots", ignore_robots,
             "also keep the text of pages that ask robots not to index them");
}

}  // namespace wax::tools::cli
