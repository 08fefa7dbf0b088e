#include "io/remote/webhdfs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "io/error.h"
#include "io/remote/http_source.h"
#include "tests/support/http_server.h"

namespace wax::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(HdfsName, HasAServerAndAPath) {
  const HdfsName name = hdfs_name("hdfs://node.example:9870/a b/c?d");
  EXPECT_EQ(name.server, "node.example:9870");
  EXPECT_EQ(name.path, "/a b/c?d");
  EXPECT_EQ(text_of(name), "hdfs://node.example:9870/a b/c?d");
  EXPECT_EQ(hdfs_name("webhdfs://node").path, "/");
  EXPECT_EQ(hdfs_name("hdfs://a_b-c.d/").server, "a_b-c.d");
  for (const char* bad : {"hdfs://", "hdfs:///a", "hdfs://a@b/c", "hdfs://:1/a",
                          "hdfs://a b/c", "hdfs"}) {
    EXPECT_THROW((void)hdfs_name(bad), IoError) << bad;
  }
}

TEST(HdfsRequest, AsksTheWebAddress) {
  EXPECT_EQ(hdfs_request(hdfs_name("hdfs://n/a b"), "GETFILESTATUS").url,
            "http://n:9870/webhdfs/v1/a%20b?op=GETFILESTATUS");
  EXPECT_EQ(
      hdfs_request(hdfs_name("swebhdfs://n:5/a"), "OPEN", {{"offset", "3"}})
          .url,
      "https://n:5/webhdfs/v1/a?op=OPEN&offset=3");
  EXPECT_EQ(hdfs_request(hdfs_name("hdfs://[::1]/a"), "OPEN").url,
            "http://[::1]:9870/webhdfs/v1/a?op=OPEN");
}

std::string error(const std::string& exception) {
  return R"({"RemoteException":{"exception":")" + exception +
         R"(","javaClassName":"x","message":"File /a\n\tat b"}})";
}

TEST(HdfsRefusal, SaysWhatToDo) {
  EXPECT_EQ(hdfs_refusal(404, error("FileNotFoundException")),
            "there is no such file");
  EXPECT_THAT(hdfs_refusal(403, error("StandbyException")),
              HasSubstr("on standby"));
  EXPECT_EQ(hdfs_refusal(403, error("AccessControlException")),
            "HTTP status 403, AccessControlException: File /a; "
            "HADOOP_USER_NAME names the user");
  EXPECT_EQ(hdfs_refusal(500, "<html>"), "HTTP status 500");
  EXPECT_THAT(hdfs_refusal(404, ""), HasSubstr("9870"));
  EXPECT_THAT(hdfs_refusal(401, ""), HasSubstr("HADOOP_USER_NAME"));
  EXPECT_EQ(hdfs_refusal(404, error("Odd")), "HTTP status 404, Odd: File /a");
}

std::string status(const std::string& name, const std::string& type = "FILE") {
  return R"({"pathSuffix":")" + name + R"(","type":")" + type +
         R"(","length":5,"modificationTime":17})";
}

std::string list_answer(const std::string& entries) {
  return R"({"FileStatuses":{"FileStatus":[)" + entries + "]}}";
}

TEST(HdfsStatus, IsRead) {
  auto one = read_hdfs_status(R"({"FileStatus":)" + status("") + "}");
  ASSERT_TRUE(one);
  EXPECT_FALSE(one->is_folder);
  EXPECT_EQ(one->state, (ObjectState{5, "17"}));
  auto all =
      read_hdfs_list(list_answer(status("a") + "," + status("b", "DIRECTORY")));
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 2u);
  EXPECT_EQ((*all)[0].name, "a");
  EXPECT_TRUE((*all)[1].is_folder);
}

TEST(HdfsStatus, RefusesWhatIsNone) {
  for (const std::string& json :
       {std::string(), std::string("[]"), std::string("{}"),
        std::string(R"({"FileStatuses":{"FileStatus":{}}})"),
        list_answer(status("..")), list_answer(status(".")),
        list_answer(status("a/b")), list_answer(status("a\\u0000b")),
        list_answer("{}"), list_answer("3"), list_answer(status("a", "")),
        list_answer(R"({"pathSuffix":"a","type":"FILE"})"),
        list_answer(R"({"length":5,"type":"FILE"})"),
        list_answer(R"({"pathSuffix":"a","length":-5,"type":"FILE"})"),
        list_answer(status("a")).substr(0, 50), std::string(100'000, '[')}) {
    EXPECT_FALSE(read_hdfs_list(json)) << json.substr(0, 100);
  }
}

// The parameter of that name in a request, as a number.
size_t number_in(const std::string& line, const std::string& name, size_t or_) {
  const size_t at = line.find(name + "=");
  return at == line.npos ? or_ : std::stoul(line.substr(at + name.size() + 1));
}

// A namenode that points to itself as the datanode.
class HdfsFiles : public testing::Test {
 protected:
  HdfsFiles()
      : server_([this](const std::string& head, const std::string&) {
          return serve(head.substr(4, head.find(" HTTP/") - 4));
        }),
        before_(usual_http()) {
    usual_http().pause = std::chrono::milliseconds(1);
  }
  ~HdfsFiles() override { usual_http() = before_; }

  std::string serve(const std::string& line) {
    lines_.push_back(line.substr(11));
    if (!answer_.empty()) return answer_;
    if (line.find("op=GETFILESTATUS") != line.npos) {
      return tests::http_answer(
          "200 OK", R"({"FileStatus":{"pathSuffix":"","type":")" + type_ +
                        R"(","length":)" + std::to_string(bytes_.size()) +
                        R"(,"modificationTime":)" + std::to_string(time_) +
                        "}}");
    }
    if (line.find("op=LISTSTATUS") != line.npos) {
      if (line.find("/sub?") != line.npos) {
        return tests::http_answer("200 OK", list_answer(status("b.warc")));
      }
      return tests::http_answer(
          "200 OK",
          list_answer(status("sub", "DIRECTORY") + "," + status("z.warc")));
    }
    if (line.find("datanode") == line.npos) {
      return tests::http_answer(
          "307 R", "",
          "Location: http://" + server_.host() + line + "&datanode=1\r\n");
    }
    const size_t from = number_in(line, "offset", 0);
    std::string all = tests::http_answer(
        "200 OK", bytes_.substr(from, number_in(line, "length", 1 << 30)));
    if (cut_) {
      cut_ = false;
      time_ += change_;
      all.resize(all.size() - 2);
    }
    return all;
  }

  std::string name(const std::string& path) {
    return "hdfs://" + server_.host() + path;
  }

  std::string answer_;  // empty: that of the file
  std::string bytes_ = "0123456789";
  std::string type_ = "FILE";
  bool cut_ = false;
  int change_ = 0;
  int time_ = 1;
  std::vector<std::string> lines_;
  tests::HttpServer server_;

 private:
  HttpOptions before_;
};

TEST_F(HdfsFiles, AreReadFromTheNodeThatHasThem) {
  auto file = open_http(name("/a b"), usual_http());
  EXPECT_EQ(read_all(*file, 100), "0123456789");
  EXPECT_THAT(lines_,
              ElementsAre("/a%20b?op=GETFILESTATUS", "/a%20b?op=OPEN&offset=0",
                          "/a%20b?op=OPEN&offset=0&datanode=1"));
}

TEST_F(HdfsFiles, AreSoughtByOffsets) {
  HttpOptions options = usual_http();
  options.piece = options.ahead = 2;
  auto file = open_http(name("/a"), options);
  ASSERT_TRUE(file->seek(6));
  EXPECT_EQ(file->peek().substr(0, 2), "67");
  ASSERT_TRUE(file->seek(2));
  EXPECT_EQ(file->peek(3).substr(0, 3), "234");
  EXPECT_FALSE(file->seek(11));
  ASSERT_TRUE(file->seek(10));
  EXPECT_EQ(file->peek(), "");
  EXPECT_THAT(lines_,
              ElementsAre("/a?op=GETFILESTATUS", "/a?op=OPEN&offset=6&length=2",
                          "/a?op=OPEN&offset=6&length=2&datanode=1",
                          "/a?op=OPEN&offset=2&length=3",
                          "/a?op=OPEN&offset=2&length=3&datanode=1"));
}

TEST_F(HdfsFiles, GoOnAfterACutConnection) {
  cut_ = true;
  auto file = open_http(name("/a"), usual_http());
  EXPECT_EQ(read_all(*file, 100), "0123456789");
  EXPECT_EQ(lines_.back(), "/a?op=OPEN&offset=8&datanode=1");
}

TEST_F(HdfsFiles, AreRefusedWhenTheyChangeMeanwhile) {
  cut_ = true;
  change_ = 1;
  auto file = open_http(name("/a"), usual_http());
  EXPECT_THROW((void)read_all(*file, 100), IoError);
}

TEST_F(HdfsFiles, HaveNoBytesBeyondTheirEnd) {
  auto file = open_http(name("/a"), usual_http());
  ASSERT_TRUE(file->seek(11));
  EXPECT_THROW((void)file->peek(), IoError);
  answer_ = tests::http_answer(
      "404 N", R"({"RemoteException":{"exception":"FileNotFoundException"}})");
  EXPECT_THROW((void)open_http(name("/a"), usual_http())->peek(), IoError);
}

TEST_F(HdfsFiles, MayBeEmpty) {
  bytes_.clear();
  auto file = open_http(name("/a"), usual_http());
  EXPECT_EQ(file->peek(), "");
}

TEST_F(HdfsFiles, AreNoFolders) {
  type_ = "DIRECTORY";
  EXPECT_THROW((void)open_http(name("/a"), usual_http())->peek(), IoError);
}

TEST_F(HdfsFiles, AreListedBelowTheirFolder) {
  const std::vector<StoredObject> objects =
      hdfs_objects_below(name("/in here/"));
  ASSERT_EQ(objects.size(), 2u);
  EXPECT_EQ(objects[0].name, name("/in here/sub/b.warc"));
  EXPECT_EQ(objects[1].name, name("/in here/z.warc"));
  EXPECT_EQ(objects[0].state, (ObjectState{5, "17"}));
}

TEST_F(HdfsFiles, AreAskedForInTheNameOfAUser) {
  for (const char* user : {"", "a b"}) {
    ASSERT_EQ(::setenv("HADOOP_USER_NAME", user, 1), 0);
    EXPECT_TRUE(hdfs_status(hdfs_name(name("/a"))));
  }
  ::unsetenv("HADOOP_USER_NAME");
  EXPECT_THAT(lines_, ElementsAre("/a?op=GETFILESTATUS",
                                  "/a?op=GETFILESTATUS&user.name=a%20b"));
}

TEST_F(HdfsFiles, AreListedFromTheRootToo) {
  EXPECT_EQ(hdfs_objects_below(name("")).size(), 2U);
  EXPECT_EQ(lines_.front(), "/?op=LISTSTATUS");
}

TEST_F(HdfsFiles, AreRefusedWhenTheAnswerIsNone) {
  const std::string missing =
      R"({"RemoteException":{"exception":"FileNotFoundException"}})";
  answer_ = tests::http_answer("404 N", missing);
  EXPECT_FALSE(hdfs_status(hdfs_name(name("/a"))));
  EXPECT_THROW((void)hdfs_objects_below(name("/a/")), IoError);
  for (const std::string& answer :
       {tests::http_answer("403 F", error("AccessControlException")),
        tests::http_answer("404 N", error("Odd")),
        tests::http_answer("200 OK", "<html>"),
        // The list of what is a file.
        tests::http_answer("200 OK", list_answer(status("")))}) {
    answer_ = answer;
    EXPECT_THROW((void)hdfs_status(hdfs_name(name("/a"))), IoError);
    EXPECT_THROW((void)hdfs_objects_below(name("/a/")), IoError);
  }
}

}  // namespace
}  // namespace wax::io
