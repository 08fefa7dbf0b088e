// The tables of libraries that the words of an index depend on, besides the
// rules of this program (kAnalysis): ICU's characters and dictionaries, and
// Snowball's stems. They differ from one release of a system to the next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace wax::index {

// What the manifest of an index states as "tables":
// "icu=72.1 unicode=15.0 words=1f0c... stems=77ab...". The versions are for
// people; what is compared are sums over the words of a kept text, which has
// characters of all scripts, and over the stems of kept words in `stems`
// (stems.h). Characters that are newer than Unicode 14 are not in that text:
// old pages have none.
[[nodiscard]] std::string word_tables(const std::vector<std::string>& stems);

// The sums alone, by which tables are compared.
[[nodiscard]] std::string table_sums(std::string_view tables);

// Whether an index that states `tables` has the words that this system makes.
// One that states none counts as if it had. Takes some 0.1 ms where the version
// of ICU is the same, and some milliseconds once where it is not.
[[nodiscard]] bool has_own_tables(std::string_view tables,
                                  const std::vector<std::string>& stems);

}  // namespace wax::index
