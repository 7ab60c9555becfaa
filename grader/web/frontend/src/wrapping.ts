// A long line goes on below itself, further in than it begins, so that it is not taken for two.

import { type Extension, RangeSetBuilder } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

const FURTHER = 4; // characters
const LEAST = 6; // pixels that stand before every line
const MOST = 40; // characters; a line that begins far in has little room anyway

export const hangingIndent: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = hang(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = hang(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function hang(view: EditorView): DecorationSet {
  const made = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let place = from; place <= to; ) {
      const line = view.state.doc.lineAt(place);
      made.add(line.from, line.from, indented(line.text, view.state.tabSize));
      place = line.to + 1;
    }
  }
  return made.finish();
}

function indented(text: string, tabSize: number): Decoration {
  const white = text.slice(0, text.length - text.trimStart().length);
  const columns = [...white].reduce((sum, one) => sum + (one === "\t" ? tabSize : 1), 0);
  const by = `${Math.min(columns, MOST) + FURTHER}ch`;
  return Decoration.line({ attributes: { style: `padding-left: calc(${LEAST}px + ${by}); text-indent: -${by}` } });
}
