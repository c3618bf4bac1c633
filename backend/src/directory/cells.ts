/** A cell as the directory reaches it: its own balancer, or its one process. */
export interface Cell {
  /** As cookies name it. */
  name: string;
  /** Without a trailing slash. */
  url: string;
  /** Where it takes mail, `host:port`. */
  mail: { host: string; port: number };
}

const CELL = /^([a-z\d][\w-]{0,30})=(https?:\/\/[^\s/?#,]+)\+([\w.-]+|\[[\da-f:]+\]):(\d{1,5})$/i;

/**
 * Reads `one=http://10.1.0.1:8080+10.1.0.1:2525,two=…`: name, address of calls, address of mail. The first is where those go
 * whom no cell knows.
 * @returns null when it is not written so, or a name is there twice
 */
export function readCells(text: string): readonly [Cell, ...Cell[]] | null {
  const cells: Cell[] = [];
  for (const each of text.split(',').map((part) => part.trim())) {
    const [, name, url, host, port] = CELL.exec(each) ?? [];
    if (name === undefined || url === undefined || host === undefined || !URL.canParse(url)) return null;
    cells.push({ name, url, mail: { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) } });
  }
  const [first, ...others] = cells;
  if (first === undefined || new Set(cells.map(({ name }) => name)).size < cells.length) return null;
  return [first, ...others];
}
