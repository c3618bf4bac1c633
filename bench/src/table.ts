import type { Spread } from './statistics';

/** Rows of text as a Markdown table: the first column to the left, figures to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => pad(row[column] ?? '', width, column)).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

const pad = (text: string, width: number, column: number) => (column === 0 ? text.padEnd(width) : text.padStart(width));

/** Thousands of bytes, with one decimal: 1 KB is 1,000 bytes here. */
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

/** Whole milliseconds, or one decimal below ten. */
export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

/** A median and how far the rounds lay apart. */
export const spread = ({ median, min, max }: Spread) =>
  `${milliseconds(median)} (${milliseconds(min).slice(0, -3)}–${milliseconds(max).slice(0, -3)})`;

export const times = (value: number) => `${value.toFixed(2)}×`;

/** A figure beside what it should not be above. */
export const against = (aim: string, reached: boolean) => `${aim} ${reached ? '✓' : '✗'}`;
