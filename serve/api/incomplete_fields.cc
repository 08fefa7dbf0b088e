#include "serve/api/incomplete_fields.h"

#include <utility>

namespace wax::serve {

std::vector<answers::Header> incomplete_trailer(
    const std::vector<std::string>& reasons) {
  std::string text;
  for (const std::string& reason : reasons) {
    text += (text.empty() ? "" : "; ") + reason;
  }
  if (text.empty()) return {};
  return {{std::string(kIncomplete), std::move(text)}};
}

void add_gone(const answers::CdxFiles& cdx, answers::Response& response) {
  for (answers::Header& header : incomplete_trailer(cdx.gone())) {
    response.headers.push_back(std::move(header));
  }
}

void say_gone(const std::shared_ptr<const answers::CdxFiles>& cdx,
              answers::LineBody& body, answers::Response& response) {
  if (!cdx->has_shards()) return;
  // The shards known to be gone now, for clients that read no trailers.
  add_gone(*cdx, response);
  response.trailers = kIncomplete;
  body.say_after([cdx] { return incomplete_trailer(cdx->gone()); });
}

}  // namespace wax::serve
