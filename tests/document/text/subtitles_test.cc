#include "document/text/subtitles.h"

#include <gtest/gtest.h>

#include <string>

namespace wax::document {
namespace {

TEST(Subtitles, NumbersAndTimesOfSubRipGo) {
  const char* text =
      "\xEF\xBB\xBF\r\n1\r\n00:00:01,000 --> 00:00:04,000\r\n"
      "<i>The old</i> castle\r\nin 1924\r\n\r\n2\r\n"
      "00:00:05,000 --> 00:00:06,000\r\n5 < 6 and 7 > 3 &amp;\r\n";
  EXPECT_TRUE(is_subtitles(text));
  EXPECT_EQ(subtitle_text(text),
            "The old castle\nin 1924\n5 < 6 and 7 > 3 &amp;\n");
}

TEST(Subtitles, NotesStylesAndSettingsOfWebVttGo) {
  const char* text =
      "WEBVTT - a film\n\nNOTE by hand\n\nSTYLE\n::cue { color: lime }\n\n"
      "intro\n00:01.000 --> 00:04.000 align:start\n<v Roger>Hello <b>all</b> "
      "&amp; &x\n";
  EXPECT_TRUE(is_subtitles(text));
  EXPECT_EQ(subtitle_text(text), "Hello all & &x\n");
}

TEST(Subtitles, ReferencesOfWebVttAreCharacters) {
  const std::string cue = "00:01.000 --> 00:04.000\nR&amp;D &lt;b&gt; & ";
  EXPECT_EQ(subtitle_text("WEBVTT\n\n" + cue + "&lrm;1 &amp"),
            "R&D <b> & \u200e1 &\n");
  EXPECT_EQ(subtitle_text("1\n0" + cue), "R&amp;D &lt;b&gt; & \n");
}

TEST(Subtitles, OtherTextIsNone) {
  EXPECT_FALSE(is_subtitles(""));
  EXPECT_FALSE(is_subtitles("WEBVTTX\n"));
  EXPECT_FALSE(is_subtitles("1\n2\n"));
  EXPECT_FALSE(is_subtitles("1\nA list --> of things\n"));
  EXPECT_FALSE(is_subtitles("00:00:01,000 --> 00:00:04,000\n"));
  EXPECT_EQ(subtitle_text("no cue"), "");
}

}  // namespace
}  // namespace wax::document
