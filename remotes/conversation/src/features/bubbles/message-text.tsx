import { parseMarkup, type MarkupNode } from '@inbox/domain';
import { styled } from '@inbox/ui';
import { useMemo, type ReactNode } from 'react';
import { splitByTerm, useFoundTerm } from '../thread/found-term';

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

/** A message's text with its markup (spec section 5), in the direction of its own script. */
export function MessageText({ text }: { text: string }) {
  const nodes = useMemo(() => parseMarkup(text), [text]);
  const term = useFoundTerm();
  return <Paragraph dir="auto">{nodes.map((node, index) => render(node, index, term))}</Paragraph>;
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
