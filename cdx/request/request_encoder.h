// Requests that are not GET as part of their URL: forms, JSON, Flash remoting.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace wax::cdx {

// Longer bodies are cut before they are looked into; JSON that is cut is not
// accepted as JSON.
inline constexpr size_t kMostRequestBody = 32 * 1024 * 1024;
// Longer queries are cut, without "__wb_method=...&"; in characters of UTF-8.
inline constexpr size_t kMostRequestQuery = 4096;

// The body of a request as a query, by the IIPC's guideline
// cdx-non-get-requests as pywb does it: forms decoded, JSON flattened,
// multipart fields, the text of Flash requests, and
// "__wb_post_data=BASE64" for others.
// Only POST and PUT have one. `content_length` is the field as written: the
// body ends there, and one that is no number above 0 means no body.
[[nodiscard]] std::string request_body_query(std::string_view method,
                                             std::string_view content_type,
                                             std::string_view content_length,
                                             std::string_view body);

// Appends `url` with "?__wb_method=METHOD&QUERY" ("&__wb..." when it has a
// query already); a GET changes nothing.
void append_request_url(std::string_view url, std::string_view method,
                        std::string_view query, std::string& out);

enum class JsonLines { kNo, kYes };

// The leaves of a document as "name=value&...", by the IIPC's rules for
// requests that are no GET: a leaf is named by its nearest key, and the second
// and further of a name become "name.2_", "name.3_"; leaves without a key are
// left out. Numbers are written as JavaScript would. With kYes, several
// documents, one a line, are taken as one. Nothing when the text is no JSON in
// UTF-8 (NaN and Infinity count, as Python has them), is nested deeper than 950
// levels, or has a leaf that no form can hold: half a surrogate pair, an
// infinite number. The form is cut somewhere after kMostRequestQuery
// characters. Memory: that of some thousand values (8 MiB), and a few times the
// longest string. Values far after the cut of a longer document are not kept:
// they are missing where values before them are replaced by shorter ones.
[[nodiscard]] std::optional<std::string> json_as_form(
    std::string_view text, JsonLines lines = JsonLines::kNo);

// Appends `text` as a form value: "+" for a space, %XX for all but letters,
// digits and "_.-~".
void append_form_value(std::string_view text, std::string& form);

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
