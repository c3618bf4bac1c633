import { mayAct, tagList, type Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { Chip, color, IconButton, styled, TagChip } from '@inbox/ui';
import { Tag, X } from 'lucide-react';
import { useRef } from 'react';
import { messages } from '../../messages';
import { actingAs, useWorkplace } from '../workplace/workplace';
import { TagBox } from './tag-box';
import { useTagChanges } from './use-tag-changes';

const Row = styled.section`
  position: relative;
  flex: none;
  padding: 4px 16px;
  border-block-start: 1px solid ${color.line};
  background: ${color.surface};
  color: ${color.text3};

  & > div {
    display: flex;
    align-items: center;
    gap: 4px 8px;
    min-block-size: 28px;
  }
  & ul:not([role]) {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    min-inline-size: 0;
    max-block-size: 56px;
    overflow-y: auto;
  }
  & ul:not([role]) > li {
    display: flex;
    min-inline-size: 0;
    max-inline-size: 240px;
  }
  & ul:not([role]) button {
    min-block-size: 16px;
    inline-size: 16px;
    margin-inline-end: -4px;
    vertical-align: middle;
  }
  & svg {
    flex: none;
  }
`;

/** The open ticket's tags; its owner edits them, others read them (spec section 6). */
export function TagSelector({ ticket }: { ticket: Ticket }) {
  const { profile } = useWorkplace();
  const mayEdit = mayAct(actingAs(profile), ticket).allowed;
  const tags = tagList(ticket.tags);
  if (!mayEdit && tags.length === 0) return null;
  return (
    <Row aria-label={messages.tags.region}>
      {mayEdit ? (
        <EditableTags ticket={ticket} tags={tags} />
      ) : (
        <div>
          <Tag size={14} aria-hidden />
          <ul>
            {tags.map((tag) => (
              <li key={tag}>
                <TagChip tag={tag} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Row>
  );
}

function EditableTags({ ticket, tags }: { ticket: Ticket; tags: string[] }) {
  const { navigate } = usePanel();
  const changes = useTagChanges(ticket.id);
  const row = useRef<HTMLDivElement>(null);
  const remove = (tag: string) => {
    changes.remove(tag);
    // Its own button goes with it.
    row.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  };
  return (
    <div ref={row}>
      <Tag size={14} aria-hidden />
      {tags.length > 0 && (
        <ul>
          {tags.map((tag) => (
            <li key={tag}>
              <Chip title={tag}>
                {tag}{' '}
                <IconButton label={messages.tags.remove(tag)} size="small" onClick={() => remove(tag)}>
                  <X size={12} aria-hidden />
                </IconButton>
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <TagBox tags={ticket.tags} onAdd={changes.add} onSettings={() => navigate({ to: 'inbox-settings' })} />
    </div>
  );
}
