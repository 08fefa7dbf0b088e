// JSON documents as the fields of a form.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wax::cdx {

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

}  // namespace wax::cdx
