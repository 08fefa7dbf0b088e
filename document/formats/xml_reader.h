// Reads XML as a stream of elements and text.
#pragma once

#include <cstddef>
#include <string_view>

#include "io/byte_source.h"

namespace wax::document {

// The attributes of an element, while its begin() runs. Values are UTF-8 with
// their references resolved.
class XmlAttributes {
 public:
  // Pairs of name and value, as expat hands them out.
  explicit XmlAttributes(const char** pairs) : pairs_(pairs) {}

  // Returns the value of the first attribute whose name without prefix is
  // `name`; empty if there is no such attribute. With `space`, only attributes
  // in a namespace whose name ends with `space` count.
  [[nodiscard]] std::string_view find(std::string_view name,
                                      std::string_view space = {}) const;

 private:
  const char** pairs_;
};

// Names are without their prefixes.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  virtual void begin(std::string_view name,
                     const XmlAttributes& attributes) = 0;
  virtual void end(std::string_view name) = 0;
  // A piece of text; a run of it may come in many.
  virtual void text(std::string_view utf8) = 0;
};

enum class XmlNames {
  kNamespaces,  // a prefix that is not declared is an error
  kPrefixes,    // prefixes are only part of a name
};

// The longest tag, comment or processing instruction, in bytes. Expat keeps a
// token whole, and versions before 2.6 read it again with each piece that they
// get, in quadratic time.
inline constexpr size_t kLongestXmlToken = size_t{8} << 20;

// Reads to the end, or to the first error: false, and what stood before it was
// handed on. What the handler throws ends the reading, and is thrown again.
// Throws Unreadable (kMemory) at a token that exceeds kLongestXmlToken.
// Entities that no DTD declares are taken for those of HTML; others are
// resolved as far as expat's guard against their multiplication allows; files
// that a DTD names are not read. `utf8`: the bytes are UTF-8, whatever the XML
// declaration says. Each thread may read documents of its own.
[[nodiscard]] bool read_xml(io::ByteSource& source, XmlHandler& handler,
                            XmlNames names, bool utf8 = false);

}  // namespace wax::document
