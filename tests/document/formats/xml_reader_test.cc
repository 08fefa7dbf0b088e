#include "document/formats/xml_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>
#include <stdexcept>
#include <string>

#include "document/formats/document_builder.h"

namespace wax::document {
namespace {

// What was read, in the form "<name>text</name>".
class Recorder : public XmlHandler {
 public:
  void begin(std::string_view name, const XmlAttributes& attributes) override {
    if (name == "throw") throw std::runtime_error("thrown");
    seen.append("<").append(name).append(">");
    attribute = attributes.find("a", attribute_space);
  }
  void end(std::string_view name) override {
    seen.append("</").append(name).append(">");
  }
  void text(std::string_view utf8) override { seen += utf8; }

  std::string seen;
  std::string attribute;
  std::string attribute_space;
};

bool read(std::string_view xml, Recorder& recorder,
          XmlNames names = XmlNames::kNamespaces) {
  io::MemorySource source(xml);
  return read_xml(source, recorder, names);
}

TEST(XmlReader, NamesAreWithoutPrefixes) {
  Recorder recorder;
  EXPECT_TRUE(read("<x:p xmlns:x='urn:x'><b>t</b></x:p>", recorder));
  EXPECT_EQ(recorder.seen, "<p><b>t</b></p>");
  recorder.seen.clear();
  EXPECT_TRUE(read("<x:p>t</x:p>", recorder, XmlNames::kPrefixes));
  EXPECT_EQ(recorder.seen, "<p>t</p>");
  EXPECT_FALSE(read("<x:p>t</x:p>", recorder));
}

TEST(XmlReader, AttributesAreFoundByNameAndNamespace) {
  const char* xml = "<p xmlns:x='urn:x' xmlns:y='urn:y' x:a='1' y:a='2'/>";
  Recorder recorder;
  EXPECT_TRUE(read(xml, recorder));
  EXPECT_EQ(recorder.attribute, "1");
  recorder.attribute_space = "y";
  EXPECT_TRUE(read(xml, recorder));
  EXPECT_EQ(recorder.attribute, "2");
  recorder.attribute_space = "z";
  EXPECT_TRUE(read(xml, recorder));
  EXPECT_EQ(recorder.attribute, "");
}

TEST(XmlReader, WhatStandsBeforeAnErrorIsHandedOn) {
  Recorder recorder;
  EXPECT_FALSE(read("<a>one<b>two</a>", recorder));
  EXPECT_EQ(recorder.seen, "<a>one<b>two");
}

TEST(XmlReader, EntitiesAreThoseOfHtmlUnlessDeclared) {
  Recorder recorder;
  EXPECT_TRUE(
      read("<!DOCTYPE a [<!ENTITY eacute 'mine'>]>"
           "<a>&eacute;&egrave;&nothing;</a>",
           recorder));
  EXPECT_EQ(recorder.seen, "<a>mine\xC3\xA8&nothing;</a>");
}

TEST(XmlReader, WhatTheHandlerThrowsEndsTheReading) {
  Recorder recorder;
  EXPECT_THROW((void)read("<a><throw/>more</a>", recorder), std::runtime_error);
  EXPECT_EQ(recorder.seen, "<a>");
}

// Why reading ends.
NoText reason_of(const std::string& xml) {
  Recorder recorder;
  try {
    (void)read(xml, recorder);
  } catch (const Unreadable& none) {
    return none.reason;
  }
  return NoText::kNone;
}

TEST(XmlReader, ATokenOverTheLimitEndsTheDocumentOnEveryExpat) {
  const std::string much(4 * kLongestXmlToken, 'x');
  const std::clock_t begin = std::clock();
  for (const char* front :
       {"<a b='", "<a ", "<a><!-- ", "<a><?b ", "<!DOCTYPE a [<!ENTITY b '"}) {
    EXPECT_EQ(reason_of(front + much), NoText::kMemory) << front;
  }
  const double seconds =
      static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  RecordProperty("seconds", std::to_string(seconds));
}

TEST(XmlReader, ATokenWithinTheLimitIsRead) {
  const std::string much(kLongestXmlToken - 100, 'x');
  EXPECT_EQ(reason_of("<a b='" + much + "'/>"), NoText::kNone);
  EXPECT_EQ(reason_of("<a><!--" + much + "--></a>"), NoText::kNone);
}

TEST(XmlReader, TextOfAnySizeIsRead) {
  const std::string much(2 * kLongestXmlToken, 'x');
  for (std::string text : {much, "<![CDATA[" + much + "]]>"}) {
    Recorder recorder;
    EXPECT_TRUE(read("<a>" + text + "</a>", recorder));
    EXPECT_EQ(recorder.seen.size(), much.size() + 7);
  }
}

}  // namespace
}  // namespace wax::document
