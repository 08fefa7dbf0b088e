// A document with most fields filled, another for each number.
#pragma once

#include <cstdint>
#include <string>

#include "document/text/document.h"

namespace wax::document {

inline Document sample_document(uint64_t n) {
  Document document;
  document.url = "http://example.org/" + std::to_string(n);
  document.urlkey = "org,example)/" + std::to_string(n);
  document.digest = "sha1:" + std::string(31, 'A') + char('A' + n % 26);
  document.date = std::to_string(20070101000000 + n);
  document.type = "text/html";
  document.charset = "utf-8";
  document.title = "Page " + std::to_string(n);
  document.author = "Ann Lee";
  document.published = "2007-01-01";
  document.pages = n % 4;
  document.no_text = n % 11 == 0 ? NoText::kDamaged : NoText::kNone;
  document.content = "Words of page " + std::to_string(n * n) + "\nand more.";
  document.collection = n % 2 ? "odd" : "";
  document.filename = "a.warc.gz";
  document.offset = n * 1000;
  document.length = n + 7;
  document.status = 200;
  document.noindex = n % 3 == 0;
  document.truncated = n % 5 == 0;
  document.language = "en";
  document.language_confidence = n % 101;
  if (n % 4 != 0) document.main = {{0, 5}, {6, 13}};
  document.main_unseen = n % 3 ? "Words of a panel" : "";
  document.images = {{"http://example.org/" + std::to_string(n) + ".png",
                      n % 2 ? "heron" : "", "A heron"}};
  document.links = {{"http://example.org/", "home"}, {"http://x.example/", ""}};
  return document;
}

}  // namespace wax::document
