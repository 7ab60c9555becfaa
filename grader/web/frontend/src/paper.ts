// On paper the code is a numbered text, all of it, and every fold is open.

import { find } from "./page";
import { text } from "./text";

export function beginPaper(): void {
  const paper = matchMedia("print");
  paper.addEventListener("change", () => (paper.matches ? lay() : find("paper")?.remove()));
}

function lay(): void {
  const lines = document.createElement("ol");
  lines.id = "paper";
  for (const line of text().split("\n")) {
    const item = document.createElement("li");
    const code = document.createElement("code");
    code.textContent = line || " ";
    item.append(code);
    lines.append(item);
  }
  find("paper")?.remove();
  find("editor")?.after(lines);
}
