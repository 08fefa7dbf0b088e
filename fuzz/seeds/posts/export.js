window.YTD.tweet.part0 = [ { "tweet": {
 "id_str": "5", "full_text": "x", "created_at": "Wed Jul 14 10:34:08 +0000 2010"
} } ]