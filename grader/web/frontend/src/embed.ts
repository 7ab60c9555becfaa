// For a course author's own page, one line per part:
//   <script async src="https://SERVER/embed.js" data-course="…" data-assignment="…" data-part="code"></script>
// It puts a frame where it stands and gives it the height that it asks for. data-title names it for
// screen readers, in the language of the page.

(() => {
  const PATIENCE = 2000; // a part tells its height as soon as its script runs
  const script = document.currentScript as HTMLScriptElement | null;
  if (!script) return;
  const { course = "", assignment = "", part = "code" } = script.dataset;
  const title = script.dataset.title ?? `Exercise: ${part}`;
  const origin = new URL(script.src).origin;
  const frame = document.createElement("iframe");
  const place = [course, assignment].map(encodeURIComponent).join("/");
  frame.src = `${origin}/embed/${place}?part=${encodeURIComponent(part)}`;
  frame.title = title;
  frame.loading = "lazy";
  frame.style.cssText = "display:block;width:100%;height:480px;border:0";
  let isSilent = true;
  frame.addEventListener("load", () => setTimeout(() => {
    if (isSilent) console.warn(`Nothing came from ${frame.src}. Are course, assignment and part right? Does the course allow ${location.origin}? Whoever runs the service does that with: grader course embed ${course} ${location.origin}`);
  }, PATIENCE));
  script.after(frame);
  addEventListener("message", (event: MessageEvent<{ type?: unknown; height?: unknown }>) => {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    isSilent = false;
    const { type, height } = event.data ?? {};
    if (type === "grader:height" && typeof height === "number") frame.style.height = `${Math.min(Math.max(height, 80), 20000)}px`;
  });
})();
