import { parseMarkup, type MarkupNode } from '@inbox/domain';
import { foldedText } from '@inbox/domain/conversation';
import { Button, styled } from '@inbox/ui';
import { useMemo, useState, type ReactNode, createContext, useContext } from 'react';
import { messages } from '../messages';

/** What is searched for in the conversation, to be marked where it stands; empty when nothing is. */
export const FoundTermContext = createContext('');
const useFoundTerm = (): string => useContext(FoundTermContext);

/** A text in pieces, every second one of them an occurrence of the term in any case. */
export function splitByTerm(text: string, term: string): string[] {
  if (term === '') return [text];
  const escaped = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.split(new RegExp(`(${escaped})`, 'giu'));
}

const Paragraph = styled.div`
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  & a {
    color: inherit;
    text-underline-offset: 2px;
  }
  & code {
    font-family: ui-monospace, SFMono-Regular, Consolas, monospace;
    font-size: 13px;
  }
`;

/**
 * A message's text with its markup (spec section 5), in the direction of its own script. A long one is folded, unless what
 * is searched for is in what would be hidden.
 */
export function MessageText({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const term = useFoundTerm();
  const folded = useMemo(() => foldedText(text), [text]);
  const hidesTerm = useMemo(
    () =>
      folded !== null &&
      term !== '' &&
      text.toLowerCase().lastIndexOf(term.toLowerCase()) + term.length > folded.length,
    [folded, term, text],
  );
  const isFolded = folded !== null && !open && !hidesTerm;
  const shown = isFolded ? folded : text;
  const nodes = useMemo(() => parseMarkup(shown), [shown]);
  return (
    <>
      <Paragraph dir="auto">{nodes.map((node, index) => render(node, index, term))}</Paragraph>
      {folded !== null && !hidesTerm && (
        <Button size="small" variant="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? messages.showLess : messages.showMore}
        </Button>
      )}
    </>
  );
}

function render(node: MarkupNode, index: number, term: string): ReactNode {
  switch (node.kind) {
    case 'text':
      return marked(node.text, term);
    case 'link':
      return (
        <a key={index} href={node.href} target="_blank" rel="noopener noreferrer nofollow">
          {marked(node.text, term)}
        </a>
      );
    case 'mono':
      return <code key={index}>{marked(node.text, term)}</code>;
    case 'bold':
      return <strong key={index}>{node.children.map((child, at) => render(child, at, term))}</strong>;
    case 'italic':
      return <em key={index}>{node.children.map((child, at) => render(child, at, term))}</em>;
    case 'strike':
      return <s key={index}>{node.children.map((child, at) => render(child, at, term))}</s>;
  }
}

function marked(text: string, term: string): ReactNode {
  if (term === '') return text;
  const pieces = splitByTerm(text, term).map((piece, at) => ({ piece, isMatch: at % 2 === 1, key: `${at} ${piece}` }));
  return pieces.map(({ piece, isMatch, key }) => (isMatch ? <mark key={key}>{piece}</mark> : piece));
}
