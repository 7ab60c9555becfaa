// Before the first look: the page has scripts, so what only serves those without takes no room.

document.documentElement.classList.add("scripted");
