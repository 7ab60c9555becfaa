// CodeMirror in the place of the text area. Loaded after the text, with what was typed so far.

import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, redo, toggleTabFocusMode } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Extension, Prec, RangeSet, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, drawSelection, EditorView, GutterMarker, gutter, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { need, root, say } from "./page";
import { changed, type Editor } from "./text";
import { hangingIndent } from "./wrapping";

type Errors = ReadonlyMap<number, string>;
const setErrors = StateEffect.define<Errors>();

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null], color: "var(--accent)" },
  { tag: [tags.string], color: "var(--pass)" },
  { tag: [tags.number], color: "var(--near)" },
  { tag: [tags.comment], color: "var(--muted)" },
  { tag: [tags.invalid], color: "var(--fail)" },
]);

const looks = EditorView.theme({
  "&": { backgroundColor: "var(--code-bg)", color: "var(--ink)", fontSize: "var(--code-size)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-code)", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: "8px 0" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--code-bg)", color: "var(--muted)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 10px 0 8px", minWidth: "2.4em" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--hint-bg) 55%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--shared-soft)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "transparent", outline: "1px solid var(--edge)" },
  ".cm-errorGutter": { width: "16px" },
  ".cm-errorMark": { color: "var(--fail)", fontWeight: "700", paddingLeft: "4px" },
  ".cm-errorLine": { textDecoration: "underline wavy var(--fail)", textUnderlineOffset: "4px" },
  ".cm-specialChar": { color: "var(--fail)" },
});

class ErrorMark extends GutterMarker {
  constructor(private readonly message: string) {
    super();
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement("span");
    mark.className = "cm-errorMark";
    mark.textContent = "!";
    mark.title = this.message;
    return mark;
  }
}

const errors = StateField.define<Errors>({
  create: () => new Map(),
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setErrors)) return effect.value;
    return transaction.docChanged ? new Map() : value; // a mark belongs to the text that was graded
  },
  provide: (field) => [
    EditorView.decorations.compute([field], (state) => {
      const lines = [...state.field(field).keys()].filter((line) => line <= state.doc.lines).sort((a, b) => a - b);
      const spans = lines.map((number) => state.doc.line(number)).filter((line) => line.length > 0);
      return Decoration.set(spans.map((line) => Decoration.mark({ class: "cm-errorLine" }).range(line.from + indent(line.text), line.to)));
    }),
    gutter({
      class: "cm-errorGutter",
      markers: (view) => {
        const { doc } = view.state;
        const found = [...view.state.field(field)].filter(([line]) => line <= doc.lines).sort((a, b) => a[0] - b[0]);
        return RangeSet.of(found.map(([line, message]) => new ErrorMark(message).range(doc.line(line).from)));
      },
    }),
  ],
});

function indent(text: string): number {
  return text.length - text.trimStart().length;
}

/** Tab indents only after typing began, so that who tabs through the page is never caught. */
let hasTyped = false;

function tab(view: EditorView): boolean {
  return hasTyped && indentMore(view);
}

function leave(view: EditorView): boolean {
  hasTyped = false;
  view.contentDOM.dataset.leaving = "yes";
  return false;
}

function nextError(view: EditorView): boolean {
  const lines = [...view.state.field(errors).keys()].sort((a, b) => a - b);
  if (lines.length === 0) return false;
  const here = view.state.doc.lineAt(view.state.selection.main.head).number;
  go(view, lines.find((line) => line > here) ?? lines[0] ?? 1);
  return true;
}

function go(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  view.focus();
}

function extensions(run: () => void): Extension {
  return [
    Prec.highest(keymap.of([
      { key: "Mod-Enter", run: () => (run(), true) },
      { key: "F8", run: nextError },
      { key: "Escape", run: leave },
      { key: "Ctrl-m", run: toggleTabFocusMode },
      { key: "Tab", run: tab, shift: (view) => hasTyped && indentLess(view) },
    ])),
    lineNumbers(), history(), drawSelection(), highlightSpecialChars(), highlightActiveLine(),
    indentOnInput(), bracketMatching(), closeBrackets(), indentUnit.of("    "),
    autocompletion({ activateOnTyping: false }),
    python(), syntaxHighlighting(colours), looks, errors, EditorView.lineWrapping, hangingIndent,
    EditorView.cspNonce.of(root.dataset.nonce ?? ""),
    EditorView.contentAttributes.of({
      "aria-label": say("editor_label"), "aria-describedby": "leave-hint", tabindex: "0", "autocapitalize": "off", "spellcheck": "false",
    }),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      if (update.transactions.some((one) => one.isUserEvent("input") || one.isUserEvent("delete"))) hasTyped = true;
      changed();
    }),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, { key: "Ctrl-Shift-z", run: redo }]),
  ];
}

/** Put the editor where the text area is: same height, same text, same caret. */
export function mount(run: () => void): Editor {
  const area = need<HTMLTextAreaElement>("source");
  const place = need("editor");
  const had = document.activeElement === area;
  const height = area.offsetHeight;
  const anchor = Math.min(area.selectionStart, area.value.length);
  const view = new EditorView({ doc: area.value, selection: { anchor }, extensions: extensions(run) });
  place.append(view.dom);
  place.style.minHeight = `${height}px`;
  place.hidden = false;
  area.hidden = true;
  if (had) view.focus();
  area.form?.addEventListener("formdata", (event) => event.formData.set("source", view.state.doc.toString()));
  return {
    text: () => view.state.doc.toString(),
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    goToLine: (line) => go(view, line),
    mark: (lines) => view.dispatch({ effects: setErrors.of(lines) }),
  };
}
