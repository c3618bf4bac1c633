import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvLine } from './export-report';

/** Reads one line as a spreadsheet does. */
function read(line: string): string[] {
  const cells: string[] = [];
  let rest = line.replace(/\r\n$/, '');
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(,|$)/.exec(rest);
    const plain = /^([^",\r\n]*)(,|$)/.exec(rest);
    const found = quoted ?? plain;
    if (found === null) throw new Error(`not a line: ${rest}`);
    cells.push(quoted ? found[1]!.replaceAll('""', '"') : found[1]!);
    rest = rest.slice(found[0].length);
    if (found[2] === '') return cells;
  }
}

describe('a line of the report', () => {
  it.each([
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
    ['+919876543210', `'+919876543210`],
    ['-1+1', `'-1+1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1+1', `'\t=1+1`],
    ['\r=1+1', `"'\r=1+1"`],
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['say "yes"', '"say ""yes"""'],
    ['two\nlines', '"two\nlines"'],
    ['लक्ष्मी நாராயணன் مريم', 'लक्ष्मी நாராயணன் مريم'],
    ['', ''],
  ])('writes %j as %j', (given, written) => {
    expect(csvLine([given, 'x'])).toBe(`${written},x\r\n`);
  });

  it('is read as it was meant, whatever was written, and no cell of it runs', () => {
    const cells = fc.array(fc.string({ unit: fc.oneof(fc.constantFrom(...'=+-@\t\r\n",\' a'), fc.string()) }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(cells, (given) => {
        const found = read(csvLine(given));
        expect(found.map((cell, index) => (cell === given[index] ? cell : cell.slice(1)))).toEqual(given);
        for (const cell of found) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });
});
