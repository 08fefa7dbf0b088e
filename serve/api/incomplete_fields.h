// The field of an answer that says why it may lack something. Any number of
// threads may call what is declared here.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answers/records/line_body.h"
#include "answers/requests/message.h"
#include "answers/shown/open_cdx.h"

namespace wax::serve {

// The name of the field, in the head or after the body.
inline constexpr std::string_view kIncomplete = "Wax-Incomplete";
// No field without reasons.
[[nodiscard]] std::vector<answers::Header> incomplete_trailer(
    const std::vector<std::string>& reasons);

// Adds the field when shards of the files are gone.
void add_gone(const answers::CdxFiles& cdx, answers::Response& response);
// The same for an answer of lines that are read from the files, also after the
// body: some shards go while it is sent.
void say_gone(const std::shared_ptr<const answers::CdxFiles>& cdx,
              answers::LineBody& body, answers::Response& response);

// The answer that there is no capture: `none` returns it, or throws NotFound.
// With shards that are gone, there may be one: then the answer has the field.
template <typename None>
[[nodiscard]] answers::Response without_capture(const answers::CdxFiles& cdx,
                                                None&& none) {
  if (cdx.gone().empty()) return none();
  answers::Response response;
  try {
    response = none();
  } catch (const answers::NotFound& error) {
    response = answers::sentence(404, error.what());
  }
  add_gone(cdx, response);
  return response;
}

}  // namespace wax::serve
