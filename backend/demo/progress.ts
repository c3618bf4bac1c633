/** Shows how far something is: one line that is written over in a terminal, a line for every tenth elsewhere. */
export function showProgress(what: string, isTerminal: boolean, write: (text: string) => void) {
  let shown = -1;
  return (done: number, all: number): void => {
    const percent = all === 0 ? 100 : Math.floor((done / all) * 100);
    const step = isTerminal ? percent : Math.floor(percent / 10) * 10;
    if (step === shown) return;
    shown = step;
    const line = `${what}: ${step} %`;
    write(isTerminal ? `\r${line}${percent === 100 ? '\n' : ''}` : `${line}\n`);
  };
}
