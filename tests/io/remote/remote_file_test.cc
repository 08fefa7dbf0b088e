#include "io/remote/remote_file.h"

#include <gtest/gtest.h>

#include "io/error.h"

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
}

}  // namespace
}  // namespace wax::io
