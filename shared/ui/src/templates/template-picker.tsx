import type { WhatsappTemplate } from '@inbox/domain';
import { templateGap } from '@inbox/domain/conversation';
import { Button, color, EmptyState, SearchField, Skeleton, styled, TOUCH } from '@inbox/ui';
import { useState, type MouseEvent } from 'react';
import { messages } from './messages';

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: 6px;
  margin: 8px 0;
  padding: 0;
  list-style: none;

  & > li > button {
    display: block;
    inline-size: 100%;
    padding: 8px 12px;
    border: 1px solid ${color.line};
    border-radius: 8px;
    background: ${color.surface};
    color: ${color.text};
    text-align: start;
    cursor: pointer;
    ${TOUCH} {
      min-block-size: 44px;
    }
  }
  & > li > button:hover:not([aria-disabled='true']) {
    border-color: ${color.lineStrong};
    background: ${color.surface2};
  }
  & > li > button[aria-disabled='true'] {
    cursor: default;
  }
  & b {
    display: block;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & span {
    display: -webkit-box;
    overflow: hidden;
    font-size: 12px;
    line-height: 16px;
    color: ${color.text2};
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  & [data-gap] {
    color: ${color.warning};
  }
`;

const Note = styled.p`
  margin: 8px 0 0;
  font-size: 12px;
  line-height: 16px;
  color: ${color.text2};

  & > a {
    color: ${color.accent};
  }
`;

const Problem = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 8px;
  margin: 8px 0;
  padding: 8px 12px;
  border-radius: 8px;
  background: ${color.badSurface};
  color: ${color.bad};
`;

/** The templates there are; `problem` says why there are none. */
export type TemplateList = { templates: readonly WhatsappTemplate[]; problem: string | null } | 'loading';

export interface TemplatePickerProps {
  list: TemplateList;
  onChoose(template: WhatsappTemplate): void;
  onReload(): void;
  /** Where templates are made; `href` is for a tab of its own. */
  settings: { href: string | undefined; onOpen(): void };
}

/** Templates by name, with a search, and where they are made (spec section 2). */
export function TemplatePicker({ list, onChoose, onReload, settings }: TemplatePickerProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const [before, link, after] = messages.note;
  const openSettings = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    settings.onOpen();
  };
  return (
    <>
      <SearchField label={messages.search} value={text} onChange={setText} />
      {list === 'loading' ? (
        <div role="status" aria-label={messages.loading}>
          {['100%', '90%', '95%', '80%'].map((width) => (
            <Skeleton key={width} height={44} width={width} />
          ))}
        </div>
      ) : list.problem !== null ? (
        <Problem role="alert">
          <span dir="auto">{list.problem}</span>
          <Button size="small" onClick={onReload}>
            {messages.retry}
          </Button>
        </Problem>
      ) : (
        <Found
          templates={list.templates.filter(({ template_name }) => template_name.toLowerCase().includes(wanted))}
          empty={wanted === '' ? messages.none : messages.noMatch}
          onChoose={onChoose}
        />
      )}
      <Note>
        {before}
        <a href={settings.href ?? '#templates'} onClick={openSettings}>
          {link}
        </a>
        {after}
      </Note>
    </>
  );
}

interface FoundProps {
  templates: readonly WhatsappTemplate[];
  empty: string;
  onChoose(template: WhatsappTemplate): void;
}

function Found({ templates, empty, onChoose }: FoundProps) {
  if (templates.length === 0) return <EmptyState title={empty} />;
  return (
    <List aria-label={messages.list}>
      {templates.map((template) => {
        const gap = templateGap(template);
        const problem = gap === null ? null : messages.notSupported(gap);
        return (
          <li key={template.id}>
            <button
              type="button"
              aria-disabled={problem !== null}
              onClick={() => problem === null && onChoose(template)}
              data-template={template.template_name}
            >
              <b dir="auto">{template.template_name}</b>
              <span dir="auto">{template.content}</span>
              {problem !== null && <span data-gap>{problem}</span>}
            </button>
          </li>
        );
      })}
    </List>
  );
}
