#include "io/remote/aws_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

#include "io/error.h"
#include "tests/support/temp_dir.h"

namespace wax::io {
namespace {

using testing::HasSubstr;

using Variables = std::map<std::string, std::string>;

AwsSettings read(const Variables& variables) {
  return read_aws_settings([&](const char* name) -> std::optional<std::string> {
    auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  });
}

std::string what_of(const Variables& variables) {
  try {
    (void)read(variables);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

class AwsFiles : public testing::Test {
 protected:
  AwsFiles() {
    keys_ =
        dir_.write("credentials",
                   "# keys\n[default]\naws_access_key_id = DEF\n"
                   "aws_secret_access_key = def/secret\n"
                   "[work]\r\naws_access_key_id=WORK\r\n"
                   "aws_secret_access_key=a=b\r\naws_session_token = tok\r\n");
    config_ = dir_.write(
        "config",
        "[default]\nregion = eu-west-1\n"
        "[profile work]\nregion = eu-north-1\nendpoint_url = http://a:1/\n"
        "s3 =\n  addressing_style = virtual\n  max_queue = 3\n"
        "services = stores\n"
        "[profile role]\nrole_arn = arn:aws:iam::1:role/a\n"
        "[services stores]\ns3 =\n  endpoint_url = https://b:2\n"
        "dynamodb =\n  endpoint_url = http://c:3\n");
  }

  Variables with(Variables more) {
    more["AWS_SHARED_CREDENTIALS_FILE"] = keys_;
    more["AWS_CONFIG_FILE"] = config_;
    return more;
  }

  tests::TempDir dir_;
  std::string keys_;
  std::string config_;
};

TEST(AwsSettings, WithoutAnyRequestsAreAnonymous) {
  const AwsSettings settings = read({{"HOME", "/none/such"}});
  EXPECT_EQ(settings.access_key, "");
  EXPECT_EQ(settings.region, "us-east-1");
  EXPECT_EQ(settings.endpoint, "");
  EXPECT_FALSE(settings.path_style);
  EXPECT_FALSE(settings.pays_for_requests);
}

TEST(AwsSettings, ComeFromVariables) {
  const AwsSettings settings =
      read({{"AWS_ACCESS_KEY_ID", "A"},
            {"AWS_SECRET_ACCESS_KEY", " s\n"},
            {"AWS_SESSION_TOKEN", "t"},
            {"AWS_DEFAULT_REGION", "eu-west-3"},
            {"AWS_ENDPOINT_URL", "http://localhost:9000/"},
            {"AWS_REQUEST_PAYER", "requester"}});
  EXPECT_EQ(settings.access_key, "A");
  EXPECT_EQ(settings.secret_key, "s");
  EXPECT_EQ(settings.session_token, "t");
  EXPECT_EQ(settings.keys_from, "AWS_ACCESS_KEY_ID");
  EXPECT_EQ(settings.region, "eu-west-3");
  EXPECT_EQ(settings.endpoint, "http://localhost:9000");
  EXPECT_TRUE(settings.path_style);
  EXPECT_TRUE(settings.pays_for_requests);
}

TEST_F(AwsFiles, HaveTheDefaultProfile) {
  const AwsSettings settings = read(with({}));
  EXPECT_EQ(settings.access_key, "DEF");
  EXPECT_EQ(settings.secret_key, "def/secret");
  EXPECT_EQ(settings.region, "eu-west-1");
  EXPECT_EQ(settings.keys_from, "the profile default in " + keys_);
}

TEST_F(AwsFiles, HaveNamedProfiles) {
  const AwsSettings settings = read(with({{"AWS_PROFILE", "work"}}));
  EXPECT_EQ(settings.access_key, "WORK");
  EXPECT_EQ(settings.secret_key, "a=b");
  EXPECT_EQ(settings.session_token, "tok");
  EXPECT_EQ(settings.region, "eu-north-1");
  // That of the service comes before that of all.
  EXPECT_EQ(settings.endpoint, "https://b:2");
  EXPECT_FALSE(settings.path_style);
}

TEST_F(AwsFiles, ComeAfterVariables) {
  const AwsSettings settings =
      read(with({{"AWS_PROFILE", "work"},
                 {"AWS_ACCESS_KEY_ID", "A"},
                 {"AWS_SECRET_ACCESS_KEY", "s"},
                 {"AWS_REGION", "ca-west-1"},
                 {"AWS_ENDPOINT_URL", "http://d:4"},
                 {"AWS_ENDPOINT_URL_S3", "http://e:5"}}));
  EXPECT_EQ(settings.access_key, "A");
  // The token of other keys is none of these.
  EXPECT_EQ(settings.session_token, "");
  EXPECT_EQ(settings.region, "ca-west-1");
  EXPECT_EQ(settings.endpoint, "http://e:5");
}

TEST_F(AwsFiles, AreNotSignedWithWhereNothingIsToBeSigned) {
  for (const char* word : {"YES", "true", "1"}) {
    EXPECT_EQ(read(with({{"AWS_NO_SIGN_REQUEST", word}})).access_key, "");
  }
  EXPECT_EQ(read(with({{"AWS_NO_SIGN_REQUEST", "NO"}})).access_key, "DEF");
}

TEST_F(AwsFiles, RefuseWhatDoesNotFitTogether) {
  EXPECT_THAT(what_of(with({{"AWS_PROFILE", "none"}})),
              HasSubstr("there is no profile none in " + keys_));
  EXPECT_THAT(what_of(with({{"AWS_PROFILE", "role"}})),
              HasSubstr("gets its keys by role_arn, which is not supported"));
  EXPECT_THAT(what_of({{"AWS_ACCESS_KEY_ID", "A"}}), HasSubstr("go together"));
  EXPECT_THAT(what_of({{"AWS_REGION", "a/b"}}), HasSubstr("is no region"));
  EXPECT_THAT(what_of({{"AWS_ENDPOINT_URL", "localhost:9"}}),
              HasSubstr("is no http or https URL"));
}

TEST(AwsSections, PassOverWhatIsNone) {
  const AwsSections sections =
      read_aws_file("a = b\n[c\n[ d ]\n = \ne\n;f = g\nh=i\n\n[]\n");
  ASSERT_TRUE(sections.contains("d"));
  EXPECT_EQ(sections.at("d").at("h"), "i");
  EXPECT_FALSE(sections.at("d").contains("e"));
}

}  // namespace
}  // namespace wax::io
