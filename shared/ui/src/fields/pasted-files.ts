import { inertDocument } from '../inert-document';

/** Elements of copied HTML whose text no reader sees. */
const UNSEEN = 'head, style, script, title, template, xml';

const isPicture = ({ type }: File): boolean => type.startsWith('image/');

/**
 * Returns the files that a paste is about. Spreadsheets and word processors put a picture of the copied text beside it:
 * then the text counts, and the result is empty. A screenshot, a picture copied from a page, and files copied in a file
 * manager are returned, although some systems put an address or their names beside them as text.
 *
 * @param takesHtml the box takes HTML as well as plain text
 */
export function pastedFiles(data: DataTransfer, takesHtml = false): File[] {
  const files = [...data.files];
  return files.length > 0 && files.every(isPicture) && hasText(data, files, takesHtml) ? [] : files;
}

function hasText(data: DataTransfer, files: readonly File[], takesHtml: boolean): boolean {
  const html = contentOf(data.getData('text/html'));
  if (html === 'picture') return false;
  if (takesHtml && html === 'text') return true;
  const text = data.getData('text/plain').trim();
  return text !== '' && text !== data.getData('text/uri-list').trim() && !isNames(text, files);
}

function contentOf(html: string): 'text' | 'picture' | 'nothing' {
  if (html.trim() === '') return 'nothing';
  const root = inertDocument().createElement('div');
  root.innerHTML = html;
  for (const element of root.querySelectorAll(UNSEEN)) element.remove();
  if (root.textContent.trim() !== '') return 'text';
  return root.querySelector('img') ? 'picture' : 'nothing';
}

/** File managers put the names or the addresses of copied files beside them, one a line. */
function isNames(text: string, files: readonly File[]): boolean {
  const names = new Set(files.flatMap(({ name }) => [name, encodeURIComponent(name)]));
  return text.split(/[\r\n]+/).every((line) => names.has(line.slice(line.lastIndexOf('/') + 1).trim()));
}
