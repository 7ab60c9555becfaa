// The learner's text: in the plain text area, until the editor has taken its place.

import { need } from "./page";

export interface Editor {
  text(): string;
  replace(text: string): void;
  goToLine(line: number): void;
  mark(lines: ReadonlyMap<number, string>): void;
}

const area = need<HTMLTextAreaElement>("source");
const listeners: (() => void)[] = [];
let editor: Editor | null = null;
let marked: ReadonlyMap<number, string> = new Map();

export function text(): string {
  return editor ? editor.text() : area.value;
}

export function replaceText(next: string): void {
  if (editor) editor.replace(next);
  else area.value = next;
  changed();
}

export function goToLine(line: number): void {
  if (editor) {
    editor.goToLine(line);
    return;
  }
  const start = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start);
}

/** Errors by line, shown in the gutter as well; the cards say the same in words. */
export function markErrors(lines: ReadonlyMap<number, string>): void {
  marked = lines;
  editor?.mark(lines);
}

export function onChange(listener: () => void): void {
  listeners.push(listener);
}

export function changed(): void {
  for (const listener of listeners) listener();
}

export function takeOver(made: Editor): void {
  editor = made;
  made.mark(marked);
}

area.addEventListener("input", changed);
