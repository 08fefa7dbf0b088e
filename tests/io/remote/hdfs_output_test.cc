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
    auto has = [&](const std::string& text) {
      return line.find(text) != line.npos;
    };
    if (!refused_.empty() && has(refused_)) return answer_;
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
  // What is answered to requests that have this text.
  std::string refused_;
  std::string answer_ = tests::http_answer("403 Forbidden");
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

TEST_F(HdfsOutputTest, TellsWhichStepWasRefused) {
  struct Step {
    const char* refused;
    std::string answer;
    const char* told;
  };
  const std::string forbidden = tests::http_answer("403 Forbidden");
  const Step steps[] = {
      {"op=CREATE", forbidden, "create: HTTP status 403"},
      {"op=CREATE", tests::http_answer("307 R"), "create: HTTP status 307"},
      {"op=APPEND", forbidden, "append: HTTP status 403"},
      {"op=RENAME", forbidden, "rename: HTTP status 403"},
      {"op=RENAME", "", "rename: the server gave no answer"}};
  for (const Step& step : steps) {
    refused_ = step.refused;
    answer_ = step.answer;
    try {
      auto output = open_hdfs_output(name(), false);
      output->write(std::string(17 << 20, 'a'));
      output->finish();
      ADD_FAILURE() << step.told;
    } catch (const IoError& error) {
      EXPECT_THAT(error.what(), HasSubstr(step.told));
    }
    EXPECT_THAT(files_, IsEmpty()) << step.told;
  }
}

TEST_F(HdfsOutputTest, IsWrittenByAServerThatDoesTheWorkItself) {
  refused_ = "op=CREATE";
  answer_ = tests::http_answer("201 Created");
  files_["/a.part-" + std::to_string(::getpid())] = "by itself";
  open_hdfs_output(name(), false)->finish();
  EXPECT_THAT(files_, ElementsAre(Pair("/a", "by itself")));
}

TEST_F(HdfsOutputTest, MayEndWithAWholePiece) {
  auto output = open_hdfs_output(name(), false);
  output->write(std::string(16 << 20, 'a'));
  output->finish();
  EXPECT_THAT(files_, ElementsAre(Pair("/a", testing::SizeIs(16 << 20))));
}

TEST_F(HdfsOutputTest, EndsWhenWhatWasSentIsGone) {
  auto output = open_hdfs_output(name(), false);
  output->write(std::string(16 << 20, 'a'));
  output->write("more");
  files_.clear();
  lose_ = true;
  refused_ = "op=GETFILESTATUS";
  answer_ = tests::http_answer(
      "404 N", R"({"RemoteException":{"exception":"FileNotFoundException"}})");
  EXPECT_THROW(output->finish(), IoError);
}

TEST_F(HdfsOutputTest, ReplacesNoFolder) {
  refused_ = "op=GETFILESTATUS";
  answer_ = tests::http_answer(
      "200 OK",
      R"({"FileStatus":{"pathSuffix":"","type":"DIRECTORY","length":0}})");
  for (bool force : {false, true}) {
    EXPECT_THROW((void)open_hdfs_output(name(), force), IoError);
  }
}

}  // namespace
}  // namespace wax::io
