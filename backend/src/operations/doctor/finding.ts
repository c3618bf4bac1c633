/** What a look at one thing has found. Only a problem makes the doctor's exit code 1. */
export interface Finding {
  area: string;
  level: 'ok' | 'warning' | 'problem';
  /** Without secrets and without customers' data: it is pasted into issues. */
  what: string;
  /** What to do about it. */
  todo?: string;
}

const MARKS = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' };

/** A line, and below it what to do. */
export function linesOf({ area, level, what, todo }: Finding): string[] {
  const line = `${MARKS[level]} ${area.padEnd(13)} ${what}`;
  return todo === undefined ? [line] : [line, `${' '.repeat(22)}→ ${todo}`];
}
