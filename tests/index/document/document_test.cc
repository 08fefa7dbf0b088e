#include "index/document/document.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/index/sample_document.h"

namespace wax::index {
namespace {

TEST(Document, StoredFormIsExact) {
  Document document = sample_document(123456);
  std::string stored;
  append_document(document, stored);
  Document back = sample_document(7);
  ASSERT_TRUE(parse_document(stored, back));
  EXPECT_EQ(back, document);
  for (size_t n = 0; n < stored.size(); ++n) {
    EXPECT_FALSE(parse_document(stored.substr(0, n), back)) << n;
  }
  EXPECT_FALSE(parse_document(stored + '\0', back));
}

TEST(Document, NoBytesCrashTheParser) {
  std::mt19937 random(20081);
  std::string stored;
  append_document(sample_document(1), stored);
  Document document;
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = stored;
    for (int k = 0; k < 3; ++k) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    (void)parse_document(bytes, document);
  }
}

}  // namespace
}  // namespace wax::index
