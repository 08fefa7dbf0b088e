// Captures of pages, for tests of what is made of them.
#pragma once

#include <string>
#include <vector>

#include "collection/segment/segment.h"

namespace wax::collection {

inline document::Document test_page(std::string path, std::string digest,
                                    std::string date) {
  document::Document page;
  page.url = "http://example.org/" + path;
  page.urlkey = "org,example)/" + path;
  page.digest = std::move(digest);
  page.date = std::move(date);
  page.type = "text/html";
  page.content = "words of " + page.date;
  return page;
}

}  // namespace wax::collection
