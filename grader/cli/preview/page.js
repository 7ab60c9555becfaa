// Ask for news, and show it: the lesson page in its frame, or what keeps the pack from having one.

const part = (id) => document.getElementById(id);
const frame = part("page");
const LATE = 2000; // a page grows for a while: the editor, the explorer, pictures
const KEPT = "grader:preview:pack";
let shown = { session: "", lesson: "", version: "" };
let wantsList = false;

part("count").addEventListener("click", () => {
  wantsList = part("count").getAttribute("aria-expanded") !== "true";
  part("found").hidden = !wantsList;
  part("count").setAttribute("aria-expanded", String(wantsList));
});
void follow();

async function follow() {
  let seen = "";
  for (;;) {
    try {
      const answer = await fetch(`/author/news?seen=${seen}`);
      const news = await answer.json();
      seen = String(news.number);
      show(news);
    } catch {
      seen = "";
      state("grader pack serve has ended. Start it again, and this page goes on.", true);
      await new Promise((next) => setTimeout(next, 1000));
    }
  }
}

function show(news) {
  document.title = `${news.name} · preview`;
  part("name").textContent = news.name;
  state(news.engine || news.doing || (news.unsound && "Nothing can be graded."), Boolean(news.engine || news.unsound));
  list(news);
  page(news);
}

function state(sentence, warns) {
  part("state").textContent = sentence;
  part("state").classList.toggle("warns", warns);
}

function list({ problems, lesson }) {
  const errors = problems.filter((one) => one.severity === "error").length;
  const warnings = problems.length - errors;
  const isBroken = lesson === null && problems.length > 0;
  const count = part("count");
  const said = [many(errors, "error"), many(warnings, "warning")].filter(Boolean).join(", ");
  count.textContent = said || "No problems";
  count.className = errors ? "errors" : warnings ? "warnings" : "";
  count.hidden = isBroken || (lesson === null && !problems.length);
  const isOpen = isBroken || (wantsList && !count.hidden);
  part("found").hidden = !isOpen;
  part("found").classList.toggle("alone", isBroken);
  count.setAttribute("aria-expanded", String(isOpen));
  part("found-h").textContent = isBroken ? "This pack cannot be shown yet" : count.textContent;
  part("problems").replaceChildren(...problems.map(line));
  part("rest").textContent = isBroken
    ? "The page comes back by itself once this is mended."
    : "Mutants are tried by grader pack check. Nothing of this is on the learners' page.";
}

function many(count, name) {
  return count ? `${count} ${name}${count === 1 ? "" : "s"}` : "";
}

function line({ file, line, severity, message }) {
  const item = document.createElement("li");
  const [said, ...quoted] = message.split("\n");
  const words = named("span", "", said);
  if (quoted.length) words.append(named("pre", "", quoted.join("\n")));
  item.append(named("code", "", `${file}:${line}`), named("span", severity, severity), words);
  return item;
}

function named(tag, kind, text) {
  const made = document.createElement(tag);
  made.className = kind;
  made.textContent = text;
  return made;
}

function page({ session, name, lesson, version }) {
  frame.hidden = part("alone").hidden = lesson === null;
  if (lesson === null) return;
  part("alone").href = lesson;
  if (lesson !== shown.lesson || session !== shown.session) {
    forget(name);
    frame.src = lesson;
  } else if (version !== shown.version) reload();
  shown = { session, lesson, version };
}

/** What was typed is kept by the page itself, in this browser; of another pack it is no use here. */
function forget(name) {
  try {
    if (localStorage.getItem(KEPT) === name) return;
    for (const key of Object.keys(localStorage)) if (key.startsWith("grader:draft:")) localStorage.removeItem(key);
    localStorage.setItem(KEPT, name);
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}

function reload() {
  let top;
  try {
    top = frame.contentWindow.scrollY;
    frame.contentWindow.location.reload();
  } catch {
    frame.src = shown.lesson; // it stood at a page that is none of ours
    return;
  }
  frame.addEventListener("load", () => scrollBack(top), { once: true });
}

/** Stay where the author was reading, unless he moves on himself. */
function scrollBack(top) {
  const view = frame.contentWindow;
  const until = performance.now() + LATE;
  let isMoved = false;
  for (const kind of ["wheel", "touchstart", "pointerdown", "keydown"]) view.addEventListener(kind, () => (isMoved = true), { once: true, passive: true });
  const step = () => {
    if (isMoved || performance.now() > until) return;
    if (Math.abs(view.scrollY - top) > 1) view.scrollTo({ top, behavior: "instant" });
    view.requestAnimationFrame(step);
  };
  step();
}
