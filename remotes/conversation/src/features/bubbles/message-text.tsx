import { parseMarkup, type MarkupNode } from '@inbox/domain';
import { styled } from '@inbox/ui';
import { useMemo, type ReactNode } from 'react';

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
  return <Paragraph dir="auto">{nodes.map(render)}</Paragraph>;
}

function render(node: MarkupNode, index: number): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'link':
      return (
        <a key={index} href={node.href} target="_blank" rel="noopener noreferrer nofollow">
          {node.text}
        </a>
      );
    case 'mono':
      return <code key={index}>{node.text}</code>;
    case 'bold':
      return <strong key={index}>{node.children.map(render)}</strong>;
    case 'italic':
      return <em key={index}>{node.children.map(render)}</em>;
    case 'strike':
      return <s key={index}>{node.children.map(render)}</s>;
  }
}
