#include <gtest/gtest.h>

#include <string_view>

#include "document/charset/encodings.h"

namespace wax::document {
namespace {

TEST(Legibility, LanguagesReadWell) {
  for (std::string_view text :
       {"plain", "", "Der große Fuß, «déjà vu» – l’été à 20 °C, £5 © 1999",
        "Příliš žluťoučký kůň úpěl ďábelské ódy", "Gęślą jaźń, źdźbło i bałwan",
        "Tiếng Việt là ngôn ngữ của người Việt",
        "Библиотека собирает и хранит страницы", "Η βιβλιοθήκη συλλέγει",
        "ספרייה אוספת דפים", "المكتبة تجمع الصفحات", "ห้องสมุดเก็บหน้าเว็บ",
        "図書館はページを集めます", "图书馆收集网页",
        "도서관은 페이지를 모은다", "İstanbul'da güneşli bir gün"}) {
    EXPECT_GE(legibility(text), 0.9) << text;
  }
}

TEST(Legibility, WronglyDecodedTextDoesNot) {
  for (std::string_view text :
       {"Áèáëèîòåêà ñîáèðàåò è õðàíèò ñòðàíèöû",  // windows-1251
        "в╢в╢ПФ", "âIâDâ}âKâWâìé═âyü[âWéÅWé▀é▄é╖", "Ð‘Ð¸Ð±Ð»Ð¸Ð¾Ñ‚ÐµÐºÐ°",
        "dÃ©jÃ  vu", "itâ€™s",
        "аХАКХНРЕЙЮ ЯНАХПЮЕР",  // KOI8-R as windows-1251 and so on
        "a\uFFFDb \uFFFD\uFFFD"}) {
    EXPECT_LT(legibility(text), 0.75) << text;
  }
}

}  // namespace
}  // namespace wax::document
