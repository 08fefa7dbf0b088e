#include "document/charset/encodings.h"

#include <gtest/gtest.h>
#include <unicode/ucnv.h>

#include <string>

namespace wax::document {
namespace {

TEST(Encodings, EveryOneHasAConverter) {
  for (auto label :
       {"utf-8",          "ibm866",        "iso-8859-2",   "iso-8859-3",
        "iso-8859-4",     "iso-8859-5",    "iso-8859-6",   "iso-8859-7",
        "iso-8859-8",     "iso-8859-8-i",  "iso-8859-10",  "iso-8859-13",
        "iso-8859-14",    "iso-8859-15",   "iso-8859-16",  "koi8-r",
        "koi8-u",         "macintosh",     "windows-874",  "windows-1250",
        "windows-1251",   "windows-1252",  "windows-1253", "windows-1254",
        "windows-1255",   "windows-1256",  "windows-1257", "windows-1258",
        "x-mac-cyrillic", "gbk",           "gb18030",      "big5",
        "euc-jp",         "iso-2022-jp",   "shift_jis",    "euc-kr",
        "iso-2022-kr",    "iso-2022-cn",   "hz-gb-2312",   "utf-16be",
        "utf-16le",       "x-user-defined"}) {
    const Encoding* encoding = find_encoding(label);
    ASSERT_NE(encoding, nullptr) << label;
    EXPECT_EQ(encoding->name, label);
    UErrorCode error = U_ZERO_ERROR;
    UConverter* converter = ucnv_open(encoding->icu, &error);
    EXPECT_TRUE(U_SUCCESS(error)) << encoding->icu;
    ucnv_close(converter);
  }
}

TEST(Encodings, LabelsAreTrimmedAndOfAnyCase) {
  EXPECT_EQ(find_encoding("\tLatin1\n")->name, "windows-1252");
  EXPECT_EQ(find_encoding("la tin1"), nullptr);
}

}  // namespace
}  // namespace wax::document
