// A window that an embedded part opened: hand it the session, which no page but ours can receive.

const box = document.getElementById("handover");
const LONGEST = 1500;

if (box?.dataset.session) handOver(box.dataset.session);

function handOver(session: string): void {
  const other = opener as Window | null;
  const lost = window.setTimeout(() => show("not-handed"), other ? LONGEST : 0);
  addEventListener("message", (event: MessageEvent<{ type?: unknown } | null>) => {
    if (event.source !== other || event.origin !== location.origin || event.data?.type !== "grader:session-taken") return;
    clearTimeout(lost);
    show("handed");
    window.close();
  });
  other?.postMessage({ type: "grader:session", session }, location.origin);
}

function show(id: string): void {
  for (const one of ["handed", "not-handed"]) document.getElementById(one)!.hidden = one !== id;
}
