#include "document/formats/code_pages.h"

#include <array>

namespace wax::document {
namespace {

struct CodePage {
  int number;
  std::string_view name;
};

constexpr std::array kCodePages = {
    CodePage{866, "ibm866"},        CodePage{874, "windows-874"},
    CodePage{932, "shift_jis"},     CodePage{936, "gbk"},
    CodePage{949, "euc-kr"},        CodePage{950, "big5"},
    CodePage{1250, "windows-1250"}, CodePage{1251, "windows-1251"},
    CodePage{1252, "windows-1252"}, CodePage{1253, "windows-1253"},
    CodePage{1254, "windows-1254"}, CodePage{1255, "windows-1255"},
    CodePage{1256, "windows-1256"}, CodePage{1257, "windows-1257"},
    CodePage{1258, "windows-1258"}, CodePage{10000, "macintosh"},
    CodePage{65001, "utf-8"},
};

}  // namespace

std::string_view encoding_of_code_page(int number) {
  for (const CodePage& page : kCodePages) {
    if (page.number == number) return page.name;
  }
  return {};
}

}  // namespace wax::document
