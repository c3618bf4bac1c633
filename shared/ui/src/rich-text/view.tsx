import { color, styled } from '@inbox/ui';
import { Fragment, type ComponentType, type ReactNode } from 'react';
import { isRightToLeft, textOf, type ImageBlock, type RichText, type Run, type TextBlock } from './rich-text';

const Text = styled.div`
  overflow-wrap: anywhere;
  white-space: pre-wrap;

  & ul,
  & ol {
    margin: 0;
    padding-inline-start: 24px;
  }
  & ul {
    list-style: disc;
  }
  & ol {
    list-style: decimal;
  }
  & code {
    padding: 1px 4px;
    border-radius: 4px;
    background: ${color.surface2};
    font-family: ui-monospace, monospace;
  }
  & a {
    color: ${color.accent};
    text-decoration: underline;
  }
  & [data-mention] {
    color: ${color.accent};
    font-weight: 600;
  }
`;

interface RichTextViewProps {
  text: RichText;
  /** Draws a picture; its address may be one that only a call answers. */
  Image: ComponentType<Pick<ImageBlock, 'src' | 'alt' | 'width'>>;
}

/** Formatted text to be read. It is drawn from the document, so that there is nothing in it that a document cannot hold. */
export const RichTextView = ({ text, Image }: RichTextViewProps) => <Text>{blocksOf(text, Image)}</Text>;

function blocksOf(text: RichText, Image: RichTextViewProps['Image']): ReactNode[] {
  const shown: ReactNode[] = [];
  for (let at = 0; at < text.length;) {
    const block = text[at];
    if (block === undefined) break;
    if (block.kind === 'image') {
      const { src, alt, width, align } = block;
      shown.push(
        <div key={at} style={{ textAlign: align ?? 'start' }}>
          <Image src={src} alt={alt} width={width} />
        </div>,
      );
      at += 1;
    } else if (block.kind === 'paragraph') {
      shown.push(
        <div key={at} {...lineProps(block)}>
          {runsOf(block)}
        </div>,
      );
      at += 1;
    } else {
      const end = listEnd(text, at, block);
      shown.push(<Fragment key={at}>{listOf(text.slice(at, end) as TextBlock[])}</Fragment>);
      at = end;
    }
  }
  return shown;
}

/** The items of one list, with the lists in them. */
function listEnd(text: RichText, from: number, first: TextBlock): number {
  let end = from + 1;
  for (let next = text[end]; next !== undefined; next = text[(end += 1)]) {
    if (next.kind === 'image' || next.kind === 'paragraph' || next.depth < first.depth) return end;
    if (next.depth === first.depth && next.kind !== first.kind) return end;
  }
  return end;
}

function listOf(items: readonly TextBlock[]): ReactNode {
  const [first] = items;
  if (first === undefined) return null;
  const List = first.kind === 'number' ? 'ol' : 'ul';
  const shown: ReactNode[] = [];
  for (let at = 0; at < items.length;) {
    const item = items[at];
    if (item === undefined) break;
    let end = at + 1;
    while ((items[end]?.depth ?? -1) > item.depth) end += 1;
    shown.push(
      <li key={at} {...lineProps(item)}>
        {runsOf(item)}
        {innerLists(items.slice(at + 1, end))}
      </li>,
    );
    at = end;
  }
  return <List>{shown}</List>;
}

function innerLists(items: readonly TextBlock[]): ReactNode[] {
  const lists: ReactNode[] = [];
  for (let at = 0; at < items.length;) {
    const first = items[at];
    if (first === undefined) break;
    const end = listEnd(items, at, first);
    lists.push(<Fragment key={at}>{listOf(items.slice(at, end))}</Fragment>);
    at = end;
  }
  return lists;
}

const lineProps = (block: TextBlock) => ({
  dir: isRightToLeft(textOf(block)) ? ('rtl' as const) : ('ltr' as const),
  style: { textAlign: block.align ?? ('start' as const) },
});

/** An empty line has the height of one. */
const runsOf = (block: TextBlock): ReactNode => (textOf(block) === '' ? <br /> : block.runs.map(runOf));

function runOf(run: Run, index: number): ReactNode {
  let shown: ReactNode = run.text;
  if (run.code) shown = <code>{shown}</code>;
  if (run.underline) shown = <u>{shown}</u>;
  if (run.italic) shown = <em>{shown}</em>;
  if (run.bold) shown = <strong>{shown}</strong>;
  if (run.mention !== null)
    return (
      <span key={index} data-mention={run.mention}>
        {shown}
      </span>
    );
  if (run.href === null) return <Fragment key={index}>{shown}</Fragment>;
  return (
    <a key={index} href={run.href} target="_blank" rel="noreferrer noopener">
      {shown}
    </a>
  );
}
