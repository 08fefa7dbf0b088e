#include "document/formats/xml_reader.h"

#include <expat.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <string>

#include "document/formats/document_builder.h"
#include "document/text/markup.h"

namespace wax::document {
namespace {

// Between a namespace and a name; a name has none.
constexpr char kNamespaceEnd = ' ';

std::string_view without_prefix(std::string_view name) {
  size_t end = name.find_last_of(" :");
  return end == name.npos ? name : name.substr(end + 1);
}

// From version 2.9 on, Expat counts bytes in 64 bits on every machine.
int64_t current_byte_index(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
  return XML_GetCurrentByteIndex64(parser);
#else
  return XML_GetCurrentByteIndex(parser);
#endif
}

struct XmlReading {
  XML_Parser parser;
  XmlHandler* handler;
  std::exception_ptr thrown;

  // Nothing may be thrown through expat.
  template <typename Call>
  void guard(Call call) {
    if (thrown) return;
    try {
      call();
    } catch (...) {
      thrown = std::current_exception();
      XML_StopParser(parser, XML_FALSE);
    }
  }
};

void XMLCALL begin_element(void* data, const char* name, const char** pairs) {
  auto& reading = *static_cast<XmlReading*>(data);
  reading.guard([&] {
    reading.handler->begin(without_prefix(name), XmlAttributes(pairs));
  });
}

void XMLCALL end_element(void* data, const char* name) {
  auto& reading = *static_cast<XmlReading*>(data);
  reading.guard([&] { reading.handler->end(without_prefix(name)); });
}

void XMLCALL some_text(void* data, const char* text, int size) {
  auto& reading = *static_cast<XmlReading*>(data);
  reading.guard([&] {
    reading.handler->text({text, static_cast<size_t>(size)});
  });
}

void XMLCALL skipped_entity(void* data, const char* name, int is_parameter) {
  if (is_parameter) return;
  auto& reading = *static_cast<XmlReading*>(data);
  reading.guard([&] {
    std::string text;
    std::string reference = '&' + std::string(name) + ';';
    if (decode_entity(reference, false, text) != reference.size()) {
      text = reference;
    }
    reading.handler->text(text);
  });
}

}  // namespace

std::string_view XmlAttributes::find(std::string_view name,
                                     std::string_view space) const {
  for (const char** pair = pairs_; pair[0] != nullptr; pair += 2) {
    std::string_view whole = pair[0];
    std::string_view local = without_prefix(whole);
    if (local != name) continue;
    whole.remove_suffix(std::min(whole.size(), local.size() + 1));
    if (whole.ends_with(space)) return pair[1];
  }
  return {};
}

bool read_xml(io::ByteSource& source, XmlHandler& handler, XmlNames names,
              bool utf8) {
  const char* encoding = utf8 ? "UTF-8" : nullptr;
  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(
      names == XmlNames::kNamespaces
          ? XML_ParserCreateNS(encoding, kNamespaceEnd)
          : XML_ParserCreate(encoding),
      XML_ParserFree);
  if (!parser) throw std::bad_alloc();
  XmlReading reading{parser.get(), &handler, nullptr};
  XML_SetUserData(parser.get(), &reading);
  XML_SetElementHandler(parser.get(), begin_element, end_element);
  XML_SetCharacterDataHandler(parser.get(), some_text);
  XML_SetSkippedEntityHandler(parser.get(), skipped_entity);
  // Expat assumes that a DTD is elsewhere, so that undeclared entities are not
  // errors.
  XML_UseForeignDTD(parser.get(), XML_TRUE);
  XML_SetParamEntityParsing(parser.get(), XML_PARAM_ENTITY_PARSING_NEVER);
  constexpr size_t kPiece = 64 * 1024;
  for (uint64_t fed = 0;;) {
    std::string_view bytes = source.peek().substr(0, kPiece);
    auto status = XML_Parse(parser.get(), bytes.data(),
                            static_cast<int>(bytes.size()), bytes.empty());
    if (reading.thrown) std::rethrow_exception(reading.thrown);
    if (status != XML_STATUS_OK) {
      if (XML_GetErrorCode(parser.get()) == XML_ERROR_NO_MEMORY) {
        throw std::bad_alloc();
      }
      return false;
    }
    if (bytes.empty()) return true;
    source.consume(bytes.size());
    fed += bytes.size();
    // The token that is not yet complete begins here.
    const int64_t begin = current_byte_index(parser.get());
    if (begin >= 0 && fed - static_cast<uint64_t>(begin) > kLongestXmlToken) {
      throw Unreadable{NoText::kMemory,
                       "a tag or comment of the XML is longer than " +
                           std::to_string(kLongestXmlToken) + " bytes"};
    }
  }
}

}  // namespace wax::document
