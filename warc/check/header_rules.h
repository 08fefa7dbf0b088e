// The rules of the standards for the header of a record.
#pragma once

#include <string>
#include <string_view>

#include "io/problem.h"
#include "warc/record/record.h"

namespace wax::warc {

// The end of tomorrow, in UTC, as 14 digits: a clock may be wrong by a zone.
[[nodiscard]] std::string latest_plausible_date();

// Reports the faults in the header of a record, with its offset in `file`.
// WARC by sections 5 and 6 of WARC 1.1 (ISO 28500:2017), earlier versions as
// far as they agree: fields that a type needs ("warc-missing-field") or does
// not have ("warc-odd-field"), fields that occur twice, values of the wrong
// form. ARC by the Internet Archive's "Arc File Format". Dates before 1990 and
// after `latest_date` (14 digits) are "odd-date". This does not
// check Content-Length, digests and references.
void check_header(const Record& record, const std::string& file,
                  std::string_view latest_date, ProblemSink& problems);

}  // namespace wax::warc
