import { isRightToLeft, normalText, textOf, type Align, type Block, type RichText, type Run } from './rich-text';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/**
 * The document as HTML, for a mail or a note: a line is a `div`, so that it looks alike wherever it is read. It holds
 * nothing but what the document can hold, whatever was pasted. `fromHtml` reads it back without loss.
 */
export function toHtml(blocks: RichText): string {
  /** The lists that are open, each with its last item. */
  const lists: { kind: 'bullet' | 'number'; align: Align }[] = [];
  let html = '';
  const closeTo = (depth: number) => {
    while (lists.length > depth) html += lists.pop()?.kind === 'number' ? '</li></ol>' : '</li></ul>';
  };
  for (const block of normalText(blocks)) {
    if (block.kind === 'image' || block.kind === 'paragraph') {
      closeTo(0);
      html += `<div${attributes(block, null)}>${contentOf(block)}</div>`;
      continue;
    }
    const { kind, depth, align } = block;
    closeTo(depth + 1);
    if (lists[depth] !== undefined && lists[depth].kind !== kind) closeTo(depth);
    if (lists[depth] === undefined) {
      html += kind === 'number' ? '<ol>' : '<ul>';
      lists.push({ kind, align });
    } else {
      html += '</li>';
      lists[depth].align = align;
    }
    html += `<li${attributes(block, lists[depth - 1]?.align ?? null)}>${contentOf(block)}`;
  }
  closeTo(0);
  return html;
}

/** @param inherited how what is around it is aligned */
function attributes(block: Block, inherited: Align): string {
  const direction = block.kind !== 'image' && isRightToLeft(textOf(block)) ? ' dir="rtl"' : '';
  return block.align === inherited ? direction : `${direction} style="text-align:${block.align ?? 'start'}"`;
}

function contentOf(block: Block): string {
  if (block.kind === 'image') {
    const width = block.width === null ? '' : `width:${block.width}%;`;
    return `<img src="${block.src}" alt="${escape(block.alt)}" style="${width}max-width:100%">`;
  }
  const text = textOf(block);
  let at = 0;
  const html = block.runs.map((run) => {
    const shown = spaced(text, at, (at += run.text.length));
    const code = tag('code', run.code, shown);
    return around(run, tag('strong', run.bold, tag('em', run.italic, tag('u', run.underline, code))));
  });
  // Browsers show no line for the last line end of a block, nor for a block without any.
  return html.join('') + (text === '' || text.endsWith('\n') ? '<br>' : '');
}

function around({ href, mention }: Run, html: string): string {
  if (mention !== null) return `<span data-mention="${mention}">${html}</span>`;
  return href === null ? html : `<a href="${escape(href)}">${html}</a>`;
}

const tag = (name: string, isSet: boolean, html: string): string => (isSet ? `<${name}>${html}</${name}>` : html);

/** Spaces that HTML would leave out, at the ends of a line and beside another, are no-break ones. */
function spaced(text: string, from: number, to: number): string {
  let html = '';
  for (let at = from; at < to; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\n') html += '<br>';
    else if (sign === ' ' && (isEdge(text.charAt(at - 1)) || isEdge(text.charAt(at + 1)))) html += '&nbsp;';
    else html += escape(sign);
  }
  return html;
}

const isEdge = (sign: string): boolean => sign === '' || sign === '\n' || sign === ' ';
