import {
  parseMarkup,
  type MarkupNode,
  type TemplateButton,
  type TemplateValues,
  type WhatsappTemplate,
} from '@inbox/domain';
import { fillTemplate, mediaHeader } from '@inbox/domain/conversation';
import { color, styled } from '@inbox/ui';
import { useEffect, useState, type ReactNode } from 'react';
import type { HeaderFile } from './media-field';
import { messages } from './messages';

const Box = styled.section`
  padding: 12px;
  border-radius: 8px;
  background: ${color.page};

  & > h3 {
    margin: 0 0 8px;
    font-size: 12px;
    line-height: 16px;
    font-weight: 500;
    color: ${color.text2};
  }
`;

const Bubble = styled.div`
  max-inline-size: 320px;
  padding: 8px 12px;
  border-radius: 14px 14px 14px 0;
  background: ${color.surface};
  overflow-wrap: anywhere;
  white-space: pre-wrap;

  & > p {
    margin: 0 0 4px;
  }
  & > img,
  & > video {
    display: block;
    max-inline-size: 100%;
    max-block-size: 160px;
    margin-block-end: 4px;
    border-radius: 8px;
  }
  & > [data-file] {
    padding: 16px 12px;
    border-radius: 8px;
    background: ${color.surface2};
    color: ${color.text2};
    text-align: center;
  }
  & > small {
    color: ${color.text2};
  }
  & > ul {
    margin: 8px 0 0;
    padding: 0;
    list-style: none;
  }
  & li {
    padding: 6px;
    border-block-start: 1px solid ${color.line};
    color: ${color.accent};
    text-align: center;
  }
  & li > small {
    display: block;
    color: ${color.text2};
  }
`;

interface TemplatePreviewProps {
  template: WhatsappTemplate;
  values: TemplateValues;
  file: HeaderFile | null;
  /** Whose it is, where several are shown. */
  label?: string;
}

/** The template as the customer will see it, with the values so far. */
export function TemplatePreview({ template, values, file, label: title = messages.preview }: TemplatePreviewProps) {
  const { header, content, footer, buttons } = fillTemplate(template, values);
  return (
    <Box aria-label={title}>
      <h3 dir="auto">{title}</h3>
      <Bubble>
        <Media template={template} file={file} />
        {header !== '' && (
          <p dir="auto">
            <strong>{header}</strong>
          </p>
        )}
        <p dir="auto">{parseMarkup(content).map(draw)}</p>
        {footer !== '' && <small dir="auto">{footer}</small>}
        {buttons.length > 0 && (
          <ul>
            {unlike(buttons).map(({ key, kind, label, value }) => (
              <li key={key} dir="auto">
                {label}
                {kind !== 'quick_reply' && value !== '' && <small dir="auto">{value}</small>}
              </li>
            ))}
          </ul>
        )}
      </Bubble>
    </Box>
  );
}

/** Labels may be alike; their keys are not. */
const unlike = (buttons: readonly TemplateButton[]) =>
  buttons.map((button, index) => ({ ...button, key: `${index} ${button.label}` }));

function Media({ template, file }: { template: WhatsappTemplate; file: HeaderFile | null }) {
  const kind = mediaHeader(template);
  const url = useObjectUrl(file !== null && file.kind !== 'failed' ? file.file : null);
  if (kind === null) return null;
  if (url !== null && kind === 'image') return <img src={url} alt={file?.file.name ?? ''} />;
  if (url !== null && kind === 'video') return <video src={url} aria-label={file?.file.name ?? ''} />;
  return <div data-file>{url === null ? messages.file(kind) : file?.file.name}</div>;
}

/** An address of the file in this page, given back when it is no longer shown. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return url;
}

function draw(node: MarkupNode, index: number): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text;
    // The customer follows it, not the agent.
    case 'link':
      return <u key={index}>{node.text}</u>;
    case 'mono':
      return <code key={index}>{node.text}</code>;
    case 'bold':
      return <strong key={index}>{node.children.map(draw)}</strong>;
    case 'italic':
      return <em key={index}>{node.children.map(draw)}</em>;
    case 'strike':
      return <s key={index}>{node.children.map(draw)}</s>;
  }
}
