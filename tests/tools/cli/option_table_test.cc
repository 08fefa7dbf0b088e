#include "tools/cli/option_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/error.h"

namespace wax::tools::cli {
namespace {

using Words = std::vector<std::string>;
using testing::ElementsAre;
using testing::HasSubstr;

struct Sample {
  std::string output = "-";
  Words lists;
  bool force = false;
  bool unique = false;
  uint64_t limit = 10;
  uint64_t memory = 512u << 20;
  std::string key = "surt";
  Words inputs;

  void parse(const Words& arguments, size_t least = 0, size_t most = SIZE_MAX) {
    OptionTable table;
    table.option("output,o", output, "FILE", "write to FILE");
    table.option("exclude,e", lists, "LIST", "leave out what LIST names");
    table.flag("force,f", force, "replace an output");
    table.flag("unique,u", unique, "drop equal lines");
    table.option("limit,n", limit, "N", "at most N");
    table.size("memory", memory, "bytes to use");
    table.choice("urlkey", key, {"surt", "legacy"}, "kind of key");
    table.positionals(inputs, "INPUT", least, most, "files");
    table.parse(arguments);
  }
};

std::string error_of(const Words& arguments, size_t least = 0,
                     size_t most = SIZE_MAX) {
  Sample sample;
  try {
    sample.parse(arguments, least, most);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(OptionTable, TakesEverySpellingOfAValue) {
  for (const Words& words :
       {Words{"--output", "x"}, Words{"--output=x"}, Words{"-o", "x"},
        Words{"-ox"}, Words{"-fox"}, Words{"-o", "y", "-o", "x"}}) {
    Sample sample;
    sample.parse(words);
    EXPECT_EQ(sample.output, "x") << testing::PrintToString(words);
    EXPECT_THAT(sample.inputs, ElementsAre());
  }
}

TEST(OptionTable, KeepsTheDefaultsWithoutArguments) {
  Sample sample;
  sample.parse({});
  EXPECT_EQ(sample.output, "-");
  EXPECT_EQ(sample.limit, 10u);
  EXPECT_FALSE(sample.force);
}

TEST(OptionTable, LettersMayStandTogether) {
  Sample sample;
  sample.parse({"-fun3"});
  EXPECT_TRUE(sample.force);
  EXPECT_TRUE(sample.unique);
  EXPECT_EQ(sample.limit, 3u);
}

TEST(OptionTable, RepeatedOptionsKeepTheirOrder) {
  Sample sample;
  sample.parse({"-e", "a", "in", "--exclude=b", "-ec"});
  EXPECT_THAT(sample.lists, ElementsAre("a", "b", "c"));
  EXPECT_THAT(sample.inputs, ElementsAre("in"));
}

TEST(OptionTable, DashIsAPositionalAndTwoDashesEndTheOptions) {
  Sample sample;
  sample.parse({"-", "-f", "--", "-u", "--", "x"});
  EXPECT_TRUE(sample.force);
  EXPECT_FALSE(sample.unique);
  EXPECT_THAT(sample.inputs, ElementsAre("-", "-u", "--", "x"));
}

TEST(OptionTable, DashIsAValueToo) {
  Sample sample;
  sample.output = "x";
  sample.parse({"-o", "-", "in"});
  EXPECT_EQ(sample.output, "-");
  EXPECT_THAT(sample.inputs, ElementsAre("in"));
}

TEST(OptionTable, UnknownOptionsAreNamed) {
  for (const char* word : {"--no-such-option", "-x", "-5", "--colour=x"}) {
    std::string option(word);
    option.resize(std::min(option.find('='), option.size()));
    EXPECT_EQ(error_of({word}), "unknown option '" + option + "'; see --help");
  }
}

TEST(OptionTable, MistypedOptionsGetASuggestion) {
  const std::pair<const char*, const char*> cases[] = {
      {"--uniqe", "'--uniqe'; did you mean '--unique'?"},
      {"--forc", "'--forc'; did you mean '--force'?"},
      {"--outputs=x", "'--outputs'; did you mean '--output'?"},
      {"--mem", "'--mem'; did you mean '--memory'?"},
      {"-limit", "'-limit'; did you mean '--limit'?"}};
  for (const auto& [word, text] : cases) {
    EXPECT_EQ(error_of({word}), std::string("unknown option ") + text);
  }
}

TEST(OptionTable, NamesOfOtherProgramsGetAHint) {
  std::string address;
  OptionTable table;
  table.option("listen", address, "ADDRESS:PORT", "t")
      .called_elsewhere({"port", "p"});
  for (const Words& words :
       {Words{"--port", "80"}, Words{"--port=80"}, Words{"-p", "80"}}) {
    try {
      (void)table.parse(words);
      FAIL();
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(),
                  testing::EndsWith("; it is called --listen ADDRESS:PORT"));
    }
  }
}

TEST(OptionTable, DashedWordsBehindTheFirstPositionalAreWordsIfTheTableSaysSo) {
  struct Case {
    Words arguments;
    Words words;
    std::string error;
  };
  const Case cases[] = {
      {{"DIR", "-word"}, {"DIR", "-word"}, ""},
      {{"DIR", "a", "-type:x/y", "-q"}, {"DIR", "a", "-type:x/y"}, ""},
      {{"-n5", "DIR", "-n", "3", "-new"}, {"DIR", "-new"}, ""},
      {{"DIR", "-quick", "-qq"}, {"DIR", "-quick"}, ""},
      {{"DIR", "-(a b)", "-\"a\"", "-x"},
       {"DIR", "-(a b)", "-\"a\"", "-x"},
       ""},
      {{"DIR", "--", "-q"}, {"DIR", "-q"}, ""},
      {{"-x", "DIR"},
       {},
       "unknown option '-x'; a word that begins with '-' stands after the "
       "first argument"},
      {{"DIR", "--word"}, {}, "unknown option '--word'; see --help"}};
  for (const Case& c : cases) {
    Words words;
    uint64_t limit = 0;
    bool quiet = false;
    OptionTable table;
    table.option("limit,n", limit, "N", "t");
    table.flag("quiet,q", quiet, "t");
    table.positionals(words, "WORD", 0, SIZE_MAX, "t").dashes = true;
    std::string error;
    try {
      table.parse(c.arguments);
    } catch (const UsageError& thrown) {
      error = thrown.what();
    }
    EXPECT_EQ(error, c.error);
    EXPECT_EQ(words, c.words) << c.arguments.back();
  }
}

TEST(OptionTable, RefusesMissingAndSuperfluousValues) {
  EXPECT_THAT(error_of({"--output"}), HasSubstr("--output"));
  EXPECT_THAT(error_of({"-o"}), HasSubstr("o"));
  EXPECT_THAT(error_of({"--force=yes"}), HasSubstr("--force"));
}

TEST(OptionTable, CountsAreWholeNumbers) {
  for (const char* bad : {"-5", "+5", "5x", "0x10", "1.5", " 5", "five",
                          "18446744073709551616"}) {
    EXPECT_EQ(error_of({"--limit", bad}),
              "--limit: '" + std::string(bad) + "' is not a whole number");
  }
  Sample sample;
  sample.parse({"--limit=18446744073709551615"});
  EXPECT_EQ(sample.limit, UINT64_MAX);
}

TEST(OptionTable, SizesHaveUnits) {
  struct {
    const char* text;
    uint64_t bytes;
  } good[] = {{"0", 0},
              {"4096", 4096},
              {"64K", 64u << 10},
              {"64m", 64u << 20},
              {"2G", uint64_t{2} << 30},
              {"3T", uint64_t{3} << 40},
              {"16777215T", uint64_t{16777215} << 40}};
  for (const auto& c : good) {
    Sample sample;
    sample.parse({"--memory", c.text});
    EXPECT_EQ(sample.memory, c.bytes) << c.text;
  }
  for (const char* bad : {"", "K", "-1M", "1KB", "1 M", "1.5G", "16777216T",
                          "99999999999999999999"}) {
    EXPECT_NE(error_of({"--memory", bad}), "") << bad;
  }
}

TEST(OptionTable, ChoicesAreListedWhenNoneMatches) {
  EXPECT_EQ(error_of({"--urlkey=SURT"}),
            "--urlkey: 'SURT' is not one of surt, legacy");
}

TEST(OptionTable, ChecksTheNumberOfPositionals) {
  EXPECT_EQ(error_of({}, 1), "no INPUT given; see --help");
  EXPECT_EQ(error_of({"a"}, 2),
            "INPUT: at least 2 arguments are needed, but only 1 was given; see "
            "--help");
  EXPECT_EQ(error_of({"a", "b"}, 1, 1),
            "one argument too many: 'b'; see --help");
  EXPECT_EQ(error_of({"a", "b"}, 2, 2), "");
}

TEST(OptionTable, RefusesArgumentsWithoutPositionals) {
  OptionTable table;
  EXPECT_THROW(table.parse({"a"}), UsageError);
  table.parse({});
}

TEST(OptionTable, RowsSayWhatTheDefaultsAre) {
  OptionTable table;
  uint64_t memory = 512u << 20;
  uint64_t odd = 1000;
  std::string key = "surt";
  std::string none;
  EXPECT_EQ(table.size("memory", memory, "t").initial, "512M");
  EXPECT_EQ(table.size("block", odd, "t").initial, "1000");
  EXPECT_EQ(table.choice("urlkey", key, {"surt"}, "t").initial, "surt");
  EXPECT_EQ(table.option("problems", none, "FILE", "t").initial, "");
  table.group("More");
  EXPECT_EQ(table.option("limit,n", odd, "N", "t").group, "More");
  EXPECT_EQ(table.rows().back().letter, 'n');
}

TEST(OptionTable, SplitsListsAtCommas) {
  const std::pair<const char*, std::vector<std::string>> cases[] = {
      {"a", {"a"}},
      {"a,b c,d", {"a", "b c", "d"}},
      {",a,,b,", {"a", "b"}},
      {",", {}}};
  for (const auto& [text, words] : cases) {
    std::vector<std::string> target = {"default"};
    OptionTable table;
    EXPECT_FALSE(table.list("x", target, "A,...", "").repeated);
    table.parse({"--x", "before", std::string("--x=") + text});
    EXPECT_EQ(target, words) << text;
  }
}

TEST(OptionTable, WordsGoToOptionsThatTakeSeveral) {
  struct Case {
    Words arguments, out, logs, views;
  };
  const Case cases[] = {
      {{"out", "--logs", "a", "b"}, {"out"}, {"a", "b"}, {}},
      {{"--logs", "a", "b", "out"}, {"out"}, {"a", "b"}, {}},
      {{"--logs", "a", "out"}, {"out"}, {"a"}, {}},
      {{"--logs=a", "b", "--views", "c", "d", "out"},
       {"out"},
       {"a", "b"},
       {"c", "d"}},
      {{"out", "--logs", "a", "--views", "c", "--logs", "b", "d"},
       {"out"},
       {"a", "b", "d"},
       {"c"}},
      {{"--logs", "a", "-q", "out"}, {"out"}, {"a"}, {}},
  };
  for (const Case& each : cases) {
    OptionTable table;
    Words out;
    Words logs;
    Words views;
    bool quiet = false;
    table.option("logs", logs, "FILE", "").takes_several();
    table.option("views", views, "FILE", "").takes_several();
    table.flag("quiet,q", quiet, "");
    table.positionals(out, "OUT", 1, 1, "");
    table.parse(each.arguments);
    EXPECT_EQ(out, each.out);
    EXPECT_EQ(logs, each.logs);
    EXPECT_EQ(views, each.views);
  }
  OptionTable table;
  Words out;
  Words logs;
  bool quiet = false;
  table.option("logs", logs, "FILE", "").takes_several();
  table.flag("quiet,q", quiet, "");
  table.positionals(out, "OUT", 1, 1, "");
  EXPECT_THROW(table.parse({"out", "--logs", "a", "-q", "b"}), UsageError);
  EXPECT_THROW(table.parse({"out", "b", "--logs", "a"}), UsageError);
}

TEST(OptionTable, PositionalsReplaceTheirDefault) {
  std::vector<std::string> target = {"-"};
  OptionTable table;
  table.positionals(target, "FILE", 0, SIZE_MAX, "");
  table.parse({});
  EXPECT_EQ(target, std::vector<std::string>{"-"});
  table.parse({"a", "b"});
  EXPECT_EQ(target, (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace wax::tools::cli
