// History opens in place of a page of its own; the links work without a script, too.

import { find, moment } from "./page";
import { send } from "./session";

export function beginHistory(): void {
  const link = find<HTMLAnchorElement>("history-link");
  const place = find("history");
  if (!link || !place) return;
  link.setAttribute("aria-expanded", "false");
  link.setAttribute("aria-controls", "history");
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void toggle(link, place);
  });
  place.addEventListener("click", (event) => {
    const changes = (event.target as Element).closest<HTMLAnchorElement>("[data-changes]");
    if (!changes || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void toggleChanges(changes, place);
  });
}

/** A list that is open has the newest result, too. */
export async function refreshHistory(): Promise<void> {
  const link = find<HTMLAnchorElement>("history-link");
  const place = find("history");
  if (link?.getAttribute("aria-expanded") === "true" && place) await load(link.href, "#history-list", place);
}

async function toggle(link: HTMLAnchorElement, place: HTMLElement): Promise<void> {
  const isOpen = link.getAttribute("aria-expanded") === "true";
  link.setAttribute("aria-expanded", String(!isOpen));
  if (isOpen) place.replaceChildren();
  else await load(link.href, "#history-list", place);
}

async function load(url: string, part: string, place: Element): Promise<void> {
  const response = await send(url);
  if (!response.ok || response.redirected) {
    location.assign(url);
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  page.querySelectorAll("time").forEach((time) => time.replaceChildren(moment(time.dateTime)));
  place.replaceChildren(...(page.querySelector(part)?.childNodes ?? []));
}

/** Right below its row: at the end of a long list nobody would see that anything opened. */
async function toggleChanges(link: HTMLAnchorElement, place: HTMLElement): Promise<void> {
  const row = link.closest("tr");
  if (!row) return;
  const isOpen = link.getAttribute("aria-expanded") === "true";
  place.querySelector("[data-shown]")?.remove();
  place.querySelector("[data-changes][aria-expanded]")?.removeAttribute("aria-expanded");
  if (isOpen) return;
  link.setAttribute("aria-expanded", "true");
  await load(link.href, "#changes-list", below(row));
}

function below(row: HTMLTableRowElement): HTMLElement {
  const made = document.createElement("tr");
  made.dataset.shown = "";
  made.setAttribute("role", "row");
  const cell = made.insertCell();
  cell.colSpan = row.cells.length;
  cell.setAttribute("role", "cell");
  row.after(made);
  return cell;
}
