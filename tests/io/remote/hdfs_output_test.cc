#include "io/remote/hdfs_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <map>
#include <string>
#include <vector>

#include "io/error.h"
#include "io/remote/http_source.h"
#include "tests/support/http_server.h"

namespace wax::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

// A namenode that points to itself as the datanode.
class HdfsOutputTest : public testing::Test {
 protected:
  HdfsOutputTest()
      : server_([this](const std::string& head, const std::string& body) {
          return serve(head.substr(0, head.find(" HTTP/")), body);
        }),
        before_(usual_http()) {
    usual_http().pause = std::chrono::milliseconds(1);
  }
  ~HdfsOutputTest() override { usual_http() = before_; }

  std::string serve(const std::string& line, const std::string& body) {
    const size_t slash = line.find("/webhdfs/v1") + 11;
    const std::string path = line.substr(slash, line.find('?') - slash);
    auto has = [&](const char* text) { return line.find(text) != line.npos; };
    if (has("op=GETFILESTATUS")) {
      if (!files_.contains(path)) {
        return tests::http_answer(
            "404 N",
            R"({"RemoteException":{"exception":"FileNotFoundException"}})");
      }
      return tests::http_answer(
          "200 OK",
          R"({"FileStatus":{"pathSuffix":"","type":"FILE","length":)" +
              std::to_string(files_[path].size()) + "}}");
    }
    if (has("op=DELETE")) {
      files_.erase(path);
      return tests::http_answer("200 OK", R"({"boolean":true})");
    }
    if (has("op=RENAME")) {
      const std::string to = line.substr(line.find("destination=%2F") + 15, 1);
      if (files_.contains("/" + to) && !has("renameoptions=OVERWRITE")) {
        return tests::http_answer("200 OK", R"({"boolean":false})");
      }
      files_["/" + to] = files_[path];
      files_.erase(path);
      if (lose_) return {};
      return tests::http_answer("200 OK", R"({"boolean":true})");
    }
    if (!has("datanode")) {
      return tests::http_answer("307 R", "",
                                "Location: http://" + server_.host() +
                                    line.substr(line.find(' ') + 1) +
                                    "&datanode=1\r\n");
    }
    if (has("op=CREATE")) {
      files_[path] = body;
      return tests::http_answer("201 Created");
    }
    if (lose_) {  // a part of it has come
      lose_ = false;
      files_[path] += body.substr(0, body.size() / 2);
      return {};
    }
    files_[path] += body;
    return tests::http_answer("200 OK");
  }

  std::string name() { return "hdfs://" + server_.host() + "/a"; }

  std::map<std::string, std::string> files_;
  bool lose_ = false;
  tests::HttpServer server_;

 private:
  HttpOptions before_;
};

TEST_F(HdfsOutputTest, AppearsWhole) {
  auto output = open_hdfs_output(name(), false);
  output->write("bytes");
  EXPECT_THAT(files_, IsEmpty());
  output->finish();
  output.reset();
  EXPECT_THAT(files_, ElementsAre(Pair("/a", "bytes")));
}

TEST_F(HdfsOutputTest, IsWrittenInPieces) {
  std::string bytes;
  while (bytes.size() < (36u << 20)) bytes += std::to_string(bytes.size());
  auto output = open_hdfs_output(name(), false);
  output->write(bytes);
  EXPECT_THAT(files_, ElementsAre(Pair("/a.part-" + std::to_string(::getpid()),
                                       testing::SizeIs(32 << 20))));
  lose_ = true;
  output->finish();
  output.reset();
  EXPECT_THAT(files_, ElementsAre(Pair("/a", testing::_)));
  EXPECT_TRUE(files_["/a"] == bytes);
}

TEST_F(HdfsOutputTest, MayBeEmpty) {
  open_hdfs_output(name(), false)->finish();
  EXPECT_THAT(files_, ElementsAre(Pair("/a", "")));
}

TEST_F(HdfsOutputTest, LeavesNothingWithoutFinish) {
  open_hdfs_output(name(), false)->write(std::string(17 << 20, 'a'));
  EXPECT_THAT(files_, IsEmpty());
}

TEST_F(HdfsOutputTest, ReplacesAFileByForceOnly) {
  files_["/a"] = "old";
  EXPECT_THROW((void)open_hdfs_output(name(), false), UsageError);
  auto output = open_hdfs_output(name(), true);
  output->write("new");
  output->finish();
  EXPECT_EQ(files_["/a"], "new");
}

TEST_F(HdfsOutputTest, ALostAnswerToTheRenameIsNoFailure) {
  auto output = open_hdfs_output(name(), false);
  output->write("bytes");
  lose_ = true;
  output->finish();
  EXPECT_THAT(files_, ElementsAre(Pair("/a", "bytes")));
}

TEST_F(HdfsOutputTest, TellsWhenTheFileCannotGetItsName) {
  auto output = open_hdfs_output(name(), false);
  output->write("bytes");
  files_["/a"] = "of another";
  try {
    output->finish();
    FAIL();
  } catch (const IoError& error) {
    EXPECT_THAT(error.what(), HasSubstr("rename: the server did not do it"));
  }
  output.reset();
  EXPECT_THAT(files_, ElementsAre(Pair("/a", "of another")));
}

}  // namespace
}  // namespace wax::io
