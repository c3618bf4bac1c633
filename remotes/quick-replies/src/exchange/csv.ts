import type { QuickReply, QuickReplyProblem, QuickReplyText } from '@inbox/domain';
import {
  importStep,
  MAX_QUICK_REPLIES,
  quickReplyOf,
  quickReplyProblem,
  type ImportStep,
} from '@inbox/domain/conversation';
import Papa from 'papaparse';

/** So that Excel reads the file as UTF-8, and with it every script of India. */
const BYTE_ORDER_MARK = '\uFEFF';
const HEAD = ['Shortcut', 'Message'];

/**
 * A spreadsheet takes a cell that begins so, also in full-width signs, for a formula and runs it. The export puts an
 * apostrophe before it; a cell that has one already gets another, so that an import takes off exactly what was put on.
 */
const RUNS = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const DEFUSED = /^'(?='*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/;

/** The quick replies as a CSV file (RFC 4180), every cell quoted. */
export function toCsv(replies: readonly QuickReplyText[]): string {
  const rows = [HEAD, ...replies.map(({ shortcut, message }) => [shortcut, message])];
  return `${BYTE_ORDER_MARK}${Papa.unparse(rows, { quotes: true, newline: '\r\n', escapeFormulae: RUNS })}\r\n`;
}

export type LineProblem =
  | QuickReplyProblem
  | { field: 'line'; reason: 'columns' | 'quotes' }
  /** `line` has the shortcut already. */
  | { field: 'line'; reason: 'twice'; line: number };

export type ImportLine =
  /** `line`: where it begins in the file, from 1. */
  | ({ line: number; step: ImportStep } & QuickReplyText)
  | ({ line: number; step: 'wrong'; problem: LineProblem } & QuickReplyText);

/** What an import of the file would do, line by line; `too-many` when it has more lines than there can be quick replies. */
export function readCsv(file: string, existing: readonly QuickReply[]): readonly ImportLine[] | 'too-many' {
  const { text, delimiter, above } = layoutOf(file.replace(BYTE_ORDER_MARK, '').replace(/\r\n?/g, '\n'));
  // Of several with one shortcut the first is the one that the server changes.
  const known = new Map(existing.toReversed().map((reply) => [reply.shortcut, reply]));
  const seen = new Map<string, number>();
  const lines: ImportLine[] = [];
  let columns: readonly [shortcut: number, message: number] = [0, 1];
  let isFirst = true;
  let line = 1 + above;
  let at = 0;

  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step({ data: cells, errors, meta }, parser) {
      const begin = line;
      line += breaksIn(text, at, meta.cursor);
      at = meta.cursor;
      if (cells.every((cell) => cell.trim() === '')) return;
      const head = isFirst ? columnsOf(cells) : null;
      isFirst = false;
      if (head !== null) {
        columns = head;
        return;
      }
      lines.push(readLine(begin, cells, errors.length > 0));
      if (lines.length > MAX_QUICK_REPLIES) parser.abort();
    },
  });
  return lines.length > MAX_QUICK_REPLIES ? 'too-many' : lines;

  function readLine(of: number, cells: readonly string[], isTorn: boolean): ImportLine {
    const [shortcut = '', message] = columns.map((column) => cells[column]?.replace(DEFUSED, ''));
    const written = quickReplyOf({ shortcut, message: message ?? '' });
    const wrong = (problem: LineProblem): ImportLine => ({ line: of, step: 'wrong', problem, ...written });
    if (isTorn) return wrong({ field: 'line', reason: 'quotes' });
    if (message === undefined) return wrong({ field: 'line', reason: 'columns' });
    const problem = quickReplyProblem(written);
    if (problem !== null) return wrong(problem);
    const before = seen.get(written.shortcut);
    if (before !== undefined) return wrong({ field: 'line', reason: 'twice', line: before });
    seen.set(written.shortcut, of);
    return { line: of, step: importStep(known.get(written.shortcut), written), ...written };
  }
}

/** The first line of some spreadsheets, which names what parts the columns. */
const SEPARATOR_LINE = /^"?sep=([^\n"])"?[,;\t]*\n/i;
/** A shortcut at the beginning of a line, for a file without a head. */
const SHORTCUT_CELL = /^\n*(?:"\/[^"]*"|\/[^",;\t\n]*)[ ]*([,;\t])/;

interface Layout {
  text: string;
  /** Spreadsheets of some languages part columns by semicolons, and Unicode text has tabs. */
  delimiter: string;
  /** Lines before the text. */
  above: number;
}

/** Only the first row can tell what parts the columns: messages hold any sign. */
function layoutOf(file: string): Layout {
  const [line, named] = SEPARATOR_LINE.exec(file) ?? [];
  if (line !== undefined && named !== undefined) return { text: file.slice(line.length), delimiter: named, above: 1 };
  const first = file.trimStart().split('\n', 1)[0] ?? '';
  const ofHead = [',', ';', '\t'].find((delimiter) =>
    columnsOf(Papa.parse<string[]>(first, { delimiter }).data[0] ?? []),
  );
  return { text: file, delimiter: ofHead ?? SHORTCUT_CELL.exec(file)?.[1] ?? ',', above: 0 };
}

/** Where the columns are, when this row is the head. */
function columnsOf(cells: readonly string[]): readonly [shortcut: number, message: number] | null {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const [shortcut, message] = [names.indexOf('shortcut'), names.indexOf('message')];
  return shortcut >= 0 && message >= 0 ? [shortcut, message] : null;
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
