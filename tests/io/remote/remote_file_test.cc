#include "io/remote/remote_file.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "io/error.h"
#include "io/remote/aws_settings.h"
#include "tests/support/http_server.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

TEST(RemoteNames, AreUrlsAndObjects) {
  for (const char* name : {"http://h/a", "https://h/a"}) {
    EXPECT_TRUE(is_url(name)) << name;
    EXPECT_FALSE(is_object(name)) << name;
  }
  for (const char* name :
       {"s3://b/a", "hdfs://n/a", "webhdfs://n/a", "swebhdfs://n/a"}) {
    EXPECT_TRUE(is_url(name)) << name;
    EXPECT_TRUE(is_object(name)) << name;
  }
  for (const char* name :
       {"a", "/a", "-", "ftp://h/a", "s3:a", "S3://b/a", "file:///a"}) {
    EXPECT_FALSE(is_url(name)) << name;
    EXPECT_FALSE(is_object(name)) << name;
  }
}

TEST(RemoteNames, MayBeFolders) {
  for (const char* name :
       {"s3://b", "s3://b/", "s3://b/a/", "hdfs://n:1", "hdfs://n/a/"}) {
    EXPECT_TRUE(is_object_folder(name)) << name;
  }
  for (const char* name : {"s3://b/a", "hdfs://n/a", "http://h/", "a/"}) {
    EXPECT_FALSE(is_object_folder(name)) << name;
  }
}

TEST(RemoteFiles, AreNoFolders) {
  EXPECT_THROW((void)remote_file("s3://abc/d/"), IoError);
  EXPECT_THROW((void)remote_file("s3://abc"), IoError);
  EXPECT_THROW((void)remote_file("/a"), IoError);
  EXPECT_THROW((void)open_object_output("s3://abc/d/", false), UsageError);
}

TEST(RemoteFiles, OfWebServersAreAskedForAsTheyStand) {
  const auto file = remote_file("http://h/a%20b?c");
  EXPECT_EQ(file->request(5, 6).url, "http://h/a%20b?c");
  EXPECT_TRUE(file->ranges_by_header());
  EXPECT_TRUE(file->follows_redirects());
  EXPECT_EQ(file->refusal(404, "", {}), "HTTP status 404");
  EXPECT_EQ(file->state(), std::nullopt);
}

// A store and a namenode at one address.
class RemoteStates : public testing::Test {
 protected:
  RemoteStates()
      : server_([this](const std::string& head, const std::string&) {
          return answer(head.substr(0, head.find(" HTTP/")));
        }),
        aws_before_(aws_settings()) {
    AwsSettings settings;
    settings.endpoint = "http://" + server_.host();
    settings.path_style = true;
    aws_settings() = settings;
  }
  ~RemoteStates() override { aws_settings() = aws_before_; }

  std::string answer(const std::string& line) {
    ++asked_;
    auto has = [&](const char* text) { return line.find(text) != line.npos; };
    if (has("list-type=2")) {
      return tests::http_answer(
          "200 OK",
          "<ListBucketResult><Contents><Key>d/listed</Key><ETag>1</ETag>"
          "<Size>5</Size></Contents></ListBucketResult>");
    }
    if (has("missing") && has("op=")) {
      return tests::http_answer(
          "404 N",
          R"({"RemoteException":{"exception":"FileNotFoundException"}})");
    }
    if (has("missing")) {
      return tests::http_answer("404 N",
                                "<Error><Code>NoSuchKey</Code></Error>");
    }
    if (has("op=LISTSTATUS")) {
      return tests::http_answer(
          "200 OK", R"({"FileStatuses":{"FileStatus":[{"pathSuffix":"listed",)"
                    R"("type":"FILE","length":5,"modificationTime":17}]}})");
    }
    if (has("op=")) {
      return tests::http_answer(
          "200 OK", R"({"FileStatus":{"pathSuffix":"","type":"FILE",)"
                    R"("length":7,"modificationTime":17}})");
    }
    return tests::http_answer("206 P", "x",
                              "ETag: 2\r\nContent-Range: bytes 0-0/7\r\n");
  }

  std::string hdfs() { return "hdfs://" + server_.host(); }

  int asked_ = 0;
  tests::HttpServer server_;

 private:
  AwsSettings aws_before_;
};

TEST_F(RemoteStates, AreAskedForOnceInAWhile) {
  for (const std::string& name :
       {std::string("s3://abc/once"), hdfs() + "/once"}) {
    const std::string version = name.starts_with("s3") ? "2" : "17";
    asked_ = 0;
    EXPECT_EQ(recent_state(name), (ObjectState{7, version}));
    EXPECT_EQ(recent_state(name), (ObjectState{7, version}));
    EXPECT_EQ(asked_, 1);
    EXPECT_EQ(object_state(name), (ObjectState{7, version}));
    EXPECT_EQ(asked_, 2);
  }
}

TEST_F(RemoteStates, OfWhatIsMissingAreNotKept) {
  for (const std::string& name :
       {std::string("s3://abc/missing"), hdfs() + "/missing"}) {
    asked_ = 0;
    EXPECT_EQ(recent_state(name), std::nullopt);
    EXPECT_EQ(recent_state(name), std::nullopt);
    EXPECT_EQ(asked_, 2);
  }
}

TEST_F(RemoteStates, AreThoseOfAList) {
  for (const std::string& folder :
       {std::string("s3://abc/d/"), hdfs() + "/d/"}) {
    asked_ = 0;
    const std::vector<StoredObject> objects = objects_below(folder);
    ASSERT_EQ(objects.size(), 1U);
    EXPECT_EQ(objects[0].name, folder + "listed");
    EXPECT_EQ(recent_state(objects[0].name), objects[0].state);
    EXPECT_EQ(asked_, 1);
  }
}

TEST_F(RemoteStates, KeepOutputsFromWhatExists) {
  const tests::TempDir folder;
  for (const std::string& name :
       {std::string("s3://abc/a"), hdfs() + "/a", folder.write("a", "")}) {
    EXPECT_THROW((void)open_named_output(name, false), UsageError) << name;
    EXPECT_NE(open_named_output(name, true), nullptr) << name;
  }
}

}  // namespace
}  // namespace wax::io
