/** Counts the callbacks of timers that run from now on. Needs fake timers, whose end also ends the counting. */
export function countTimers(): () => number {
  let ran = 0;
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const set = globalThis[name] as (run: () => void, ms?: number) => unknown;
    const counting = (run: () => void, ms?: number) =>
      set(() => {
        ran += 1;
        run();
      }, ms);
    Object.assign(globalThis, { [name]: counting });
  }
  return () => ran;
}
