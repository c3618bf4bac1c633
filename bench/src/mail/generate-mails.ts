import type { Amounts } from '../amounts';

/** A generated HTML mail, by what makes it hard to read. */
export interface GeneratedMail {
  name: string;
  html: string;
}

/** The first and the last words of each mail: the one is shown at once, the other when all of it is. */
export const FIRST_WORDS = 'This is where the mail begins.';
export const LAST_WORDS = 'This is where the mail ends.';

const written = (body: string) => `<p>${FIRST_WORDS}</p>${body}<p>${LAST_WORDS}</p>`;

/** Paragraphs in blocks of their own, as newsletters and long threads have them, of so many bytes. */
function paragraphs(bytes: number): string {
  const all: string[] = [];
  for (let n = 0, length = 0; length < bytes; n += 1) {
    const paragraph = `<div><p>Parcel ${n} left the store on time.</p></div>`;
    all.push(paragraph);
    length += paragraph.length;
  }
  return all.join('');
}

/** Rows of a table with styles of their own, of so many bytes. */
function tableRows(bytes: number): string {
  const all: string[] = [];
  for (let n = 0, length = 0; length < bytes; n += 1) {
    const row = `<tr><td style="padding: 4px 8px; color: #333333">Parcel ${n}</td><td bgcolor="#eeeeee">on time</td></tr>`;
    all.push(row);
    length += row.length;
  }
  return `<table>${all.join('')}</table>`;
}

const name = (bytes: number, what: string) => `${bytes / 1_000_000} MB of ${what}`;

/** The mails that are opened, small ones first. */
export function generateMails({ sizes, nested }: Pick<Amounts['mail'], 'sizes' | 'nested'>): GeneratedMail[] {
  return [
    ...sizes.map((bytes) => ({ name: name(bytes, 'paragraphs'), html: written(paragraphs(bytes)) })),
    ...sizes.slice(0, -1).map((bytes) => ({ name: name(bytes, 'table rows'), html: written(tableRows(bytes)) })),
    {
      name: `${nested.toLocaleString('en')} nested blocks`,
      html: written(`${'<div>'.repeat(nested)}deep${'</div>'.repeat(nested)}`),
    },
  ];
}
