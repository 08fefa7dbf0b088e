#include "index/store/key_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "index/store/index_reader.h"
#include "index/writer/index_writer.h"
#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::index {
namespace {

using tests::TempDir;
using Versions = std::multimap<std::string, uint64_t>;

std::string version(std::string_view urlkey, std::string_view digest) {
  std::string made;
  append_version(made, urlkey, digest);
  return made;
}

std::string file_of(
    const std::vector<std::pair<std::string, std::string>>& documents,
    Versions& versions) {
  lines::SortOptions sorting;
  sorting.memory = 64 << 10;
  KeyFileWriter writer(sorting);
  for (size_t i = 0; i < documents.size(); ++i) {
    const auto& [urlkey, digest] = documents[i];
    writer.add(urlkey, digest, i);
    versions.emplace(version(urlkey, digest), i);
  }
  std::string bytes;
  writer.write([&](std::string_view piece) { bytes += piece; });
  return bytes;
}

class KeyFileTest : public testing::Test {
 protected:
  KeyFile opened(const std::string& bytes) {
    std::string path = folder_ / std::to_string(files_++);
    std::ofstream(path, std::ios::binary) << bytes;
    return KeyFile(std::make_shared<io::MappedFile>(path, nullptr));
  }

  std::vector<std::pair<std::string, std::string>> random_documents(size_t n) {
    std::vector<std::pair<std::string, std::string>> made;
    for (size_t i = 0; i < n; ++i) {
      std::string urlkey = "com,x" + std::to_string(random_() % 50) + ")/" +
                           std::to_string(random_() % 200);
      std::string digest = "sha1:";
      switch (random_() % 8) {
        case 0:
          digest = "-";
          break;
        case 1:
          digest = "odd " + std::to_string(random_() % 9);
          break;
        case 2:
          digest = "sha256:" + std::string(64, 'a');
          break;
        default:
          for (int k = 0; k < 32; ++k) {
            digest += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[random_() % 2 * 31];
          }
      }
      made.emplace_back(urlkey, digest);
    }
    return made;
  }

  TempDir folder_;
  int files_ = 0;
  std::mt19937 random_{7};
};

TEST_F(KeyFileTest, HasTheVersionsInOrderWithTheirDocuments) {
  for (size_t n : {0, 1, 63, 64, 65, 128, 3000}) {
    SCOPED_TRACE(n);
    Versions versions;
    KeyFile file = opened(file_of(random_documents(n), versions));
    EXPECT_EQ(file.size(), n);
    KeyFile::Cursor cursor(file);
    Versions read;
    std::string last;
    while (cursor.next()) {
      EXPECT_LE(last, cursor.version());
      last = cursor.version();
      read.emplace(cursor.version(), cursor.document());
    }
    EXPECT_EQ(read, versions);
  }
}

TEST_F(KeyFileTest, SeekingFindsTheFirstDocumentThatIsNotBefore) {
  Versions versions;
  KeyFile file = opened(file_of(random_documents(3000), versions));
  for (int round = 0; round < 30; ++round) {
    std::set<std::string> wanted;
    for (size_t n = 1 + random_() % 200; n > 0; --n) {
      if (random_() % 2 == 0) {
        auto found = versions.begin();
        std::advance(found, random_() % versions.size());
        wanted.insert(found->first);
      } else {
        wanted.insert(version("com,x" + std::to_string(random_() % 60), "-"));
      }
    }
    KeyFile::Cursor cursor(file);
    for (const std::string& one : wanted) {
      auto expected = versions.lower_bound(one);
      ASSERT_EQ(cursor.seek(one), expected != versions.end()) << one;
      if (expected == versions.end()) continue;
      EXPECT_EQ(cursor.version(), expected->first);
      EXPECT_EQ(cursor.document(), expected->second);
    }
  }
}

TEST_F(KeyFileTest, DamageIsAnErrorOrAnotherKeyAndNeverACrash) {
  Versions versions;
  std::string whole = file_of(random_documents(300), versions);
  for (int round = 0; round < 500; ++round) {
    std::string bytes = whole;
    if (random_() % 4 == 0) {
      bytes.resize(random_() % bytes.size());
    } else {
      bytes[random_() % bytes.size()] ^= static_cast<char>(1 << random_() % 8);
    }
    try {
      KeyFile file = opened(bytes);
      KeyFile::Cursor cursor(file);
      for (size_t i = 0; i < 1000 && cursor.next(); ++i) {
      }
      KeyFile::Cursor other(file);
      other.seek("com,x3)");
    } catch (const FormatError&) {
    }
  }
}

TEST_F(KeyFileTest, AMillionDocumentsTakeLessThan40MegabytesMore) {
  std::vector<std::pair<std::string, std::string>> documents;
  for (int i = 0; i < 10000; ++i) {
    std::string digest = "sha1:";
    for (int k = 0; k < 32; ++k) {
      digest += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[random_() % 32];
    }
    documents.emplace_back("example,host" + std::to_string(random_() % 200) +
                               ")/" + std::to_string(random_() % 50) + "/page" +
                               std::to_string(i) + ".html",
                           digest);
  }
  Versions versions;
  EXPECT_LT(file_of(documents, versions).size(), 40 * documents.size());
}

TEST_F(KeyFileTest, AnIndexHasOneOfItsDocumentsWithUrlKeys) {
  IndexWriter writer(folder_ / "i", {});
  writer.add({{"urlkey", "b"}, {"digest", "sha1:B"}});
  writer.add({{"title", "none"}});
  writer.add({{"urlkey", "a"}});
  writer.finish();
  IndexReader reader = IndexReader::open({folder_ / "i"});
  auto keys = reader.keys();
  ASSERT_NE(keys, nullptr);
  KeyFile::Cursor cursor(*keys);
  ASSERT_TRUE(cursor.next());
  EXPECT_EQ(cursor.version(), "a -\t");
  EXPECT_EQ(cursor.document(), 2U);
  ASSERT_TRUE(cursor.next());
  EXPECT_EQ(cursor.version(), "b sha1:B\t");
  EXPECT_EQ(cursor.document(), 0U);
  EXPECT_FALSE(cursor.next());
}

}  // namespace
}  // namespace wax::index
