// Flash remoting requests as the field of a form.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wax::cdx {

// What pywb and cdxj-indexer make of a body of the type application/x-amf:
// "request=TEXT", where the text is that of Python's objects:
//
//   <Envelope>[<Request target=T>BODY</Request>,...]</Envelope>
//
// with the requests in the order of their texts. A list is "[A,B]", a string
// itself, null nothing, an object JSON with sorted keys; True, 1.5,
// datetime.datetime(2010, 1, 1, 0, 0); of a Flex RemotingMessage, only
// operation and body show, so that it does not change from call to call; of
// other Flex messages, all properties. XML is itself (PyAMF writes a memory
// address).
//
// Nothing of more than 1 MiB, and where they make none either: the body is
// damaged, an answer, or holds what PyAMF does not read (amf.h); it refers to
// itself; an object holds what JSON has no words for (dates, byte arrays,
// undefined, Flex messages).
//
// The text is cut somewhere after kMostRequestQuery characters. Memory: that
// of read_amf().
[[nodiscard]] std::optional<std::string> amf_as_form(std::string_view body);

}  // namespace wax::cdx
