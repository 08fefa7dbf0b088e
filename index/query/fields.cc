#include "index/query/fields.h"

#include <array>

namespace wax::index {
namespace {

constexpr Stored kYes = Stored::kYes;
constexpr Indexed kWords = Indexed::kWords;
constexpr Indexed kExact = Indexed::kExact;

// URL key and digest come first: joining dates reads these two only, and stops
// at the second.
constexpr std::array kFields = {
    Field{"urlkey", kYes, kExact, 0, false, false,
          "URL key of the capture; the version's identity with digest"},
    Field{"digest", kYes, kExact, 0, false, false,
          "digest of the payload, as \"sha1:BASE32\""},
    Field{"url", kYes, kWords, 4, false, false, "URL as captured"},
    Field{"exacturl", Stored::kNo, kExact, 0, false, false,
          "the whole URL as one term, for whole or leading parts of URLs"},
    Field{"site", kYes, kExact, 0, true, true,
          "host in lower case without a leading \"www.\""},
    Field{"host", kYes, kWords, 2, true, true, "host in lower case"},
    Field{"title", kYes, kWords, 1.5, false, false, "title of the page"},
    Field{"date", kYes, kExact, 0, false, true,
          "14-digit dates of all captures of this version, in order"},
    Field{"year", Stored::kNo, kExact, 0, false, false,
          "the first four digits of the dates"},
    Field{"month", Stored::kNo, kExact, 0, false, false,
          "the first six digits of the dates"},
    Field{"day", Stored::kNo, kExact, 0, false, false,
          "the first eight digits of the dates"},
    Field{"type", kYes, kExact, 0, true, true,
          "media type in lower case, without parameters; image: every image/..."},
    Field{"length", kYes, Indexed::kNo, 0, false, false,
          "bytes of the payload as stored in the archive"},
    Field{"status", kYes, kExact, 0, false, true, "HTTP status"},
    Field{"charset", kYes, kExact, 0, true, true,
          "what the text was written in"},
    Field{"collection", kYes, kExact, 0, true, true,
          "collection that the archive was imported into"},
    Field{"filename", kYes, kExact, 0, false, false,
          "archive of the earliest capture, without its folders"},
    Field{"offset", kYes, Indexed::kNo, 0, false, false,
          "bytes before the record in that archive"},
    Field{"no_text", kYes, kExact, 0, false, false,
          "why the text is missing or not whole; text-elsewhere: a revisit, of "
          "which the index does not have the original"},
    Field{"revisit_of", kYes, kExact, 0, false, false,
          "URL of the original, of a revisit of another URL"},
    Field{"description", kYes, Indexed::kNo, 0, false, false,
          "what the page says of itself in its head"},
    Field{"content", Stored::kCompressed, kWords, 1, false, false,
          "the visible text"},
};

}  // namespace

std::span<const Field> fields() { return kFields; }

const Field* find_field(std::string_view name) {
  for (const Field& field : kFields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

}  // namespace wax::index
