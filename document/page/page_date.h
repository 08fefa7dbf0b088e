// Dates as pages write them.
#pragma once

#include <string>
#include <string_view>

namespace wax::document {

// The date in ISO 8601, as precise as it is written: "2016", "2016-03",
// "2016-03-01", or with a time: "2016-03-01T09:30:00", and "Z" or "+01:00"
// after it where the zone is given. Empty when the text is no date, or means
// several.
//
// Read are ISO 8601 ("2016-03-01 9:30", "20160301T093000Z"), the dates of mail,
// HTTP and JavaScript ("Tue, 1 Mar 2016 09:30:00 GMT"), English dates with the
// name of the month ("March 1st, 2016", "1 Mar 2016 at 9:30 am"), numbers that
// can mean one date only ("2016/3/1", "31/03/2016", "1.3.2016"), and seconds or
// milliseconds since 1970. The years are 1000 to 2999. 1970-01-01 is what
// programs write for no date, and is none.
[[nodiscard]] std::string iso_date(std::string_view text);

// Finds the first day in a text ("By Ann. Updated 1 March 2016"), as
// iso_date() gives it; empty when there is none.
[[nodiscard]] std::string find_date(std::string_view text);

}  // namespace wax::document
