/** So that Excel reads the file as UTF-8, and with it every script of India. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A spreadsheet takes a cell that begins so for a formula, and would run what a customer wrote. */
const RUNS = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One line of the file (RFC 4180). What looks like a formula gets an apostrophe before it, and is text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  const safe = RUNS.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
