// Opens the links that leave the valley in a new window.
function outside() {
  var links = document.getElementsByTagName("a");
  for (var i = 0; i < links.length; i++) {
    if (links[i].hostname != location.hostname) links[i].target = "_blank";
  }
}
window.onload = outside;
