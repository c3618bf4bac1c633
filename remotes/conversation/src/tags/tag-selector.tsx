import { joinTags, mayAct, tagList, type Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { Chip, color, IconButton, LOW_WINDOW, Spinner, styled, TagChip, TOUCH, VisuallyHidden } from '@inbox/ui';
import { RotateCw, Tag, X } from 'lucide-react';
import { useRef } from 'react';
import { messages } from '../messages';
import { UNFOLDED } from '../ui/unfold';
import { actingAs, useAgentWorkspace } from '../workspace/agent-workspace-context';
import { TagBox } from './tag-box';
import { FoldButton, useFoldedTags, type FoldedTags } from './folded-tags';
import { notYetOn, withoutRemoved, type PendingTag, type TagChanges } from './tag-changes';
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
    max-block-size: 96px;
    ${TOUCH} {
      max-block-size: 148px;
    }
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
    ${TOUCH} {
      min-inline-size: 44px;
      min-block-size: 44px;
      margin-inline: -4px -7px;
    }
  }
  & [data-state='adding'] {
    opacity: 0.7;
  }
  & svg {
    flex: none;
  }
  ${LOW_WINDOW} {
    section: not ([${UNFOLDED}]) > & {
      display: none;
    }
  }
`;

/** The open ticket's tags; its owner edits them, others read them (spec section 6). */
export function TagSelector({ ticket }: { ticket: Ticket }) {
  const { profile } = useAgentWorkspace();
  const mayEdit = mayAct(actingAs(profile), ticket).allowed;
  const { pending, removed, changes } = useTagChanges(ticket.id);
  const tags = withoutRemoved(tagList(ticket.tags), removed);
  const folded = useFoldedTags(tags);
  if (!mayEdit && tags.length === 0) return null;
  return (
    <Row aria-label={messages.tags.region}>
      {mayEdit ? (
        <EditableTags ticket={ticket} tags={tags} folded={folded} pending={pending} changes={changes} />
      ) : (
        <div>
          <Tag size={14} aria-hidden />
          <ul>
            {folded.shown.map((tag) => (
              <li key={tag}>
                <TagChip tag={tag} />
              </li>
            ))}
            <FoldButton folded={folded} />
          </ul>
        </div>
      )}
    </Row>
  );
}

interface EditableTagsProps {
  ticket: Ticket;
  tags: string[];
  folded: FoldedTags;
  pending: readonly PendingTag[];
  changes: TagChanges;
}

function EditableTags({ ticket, tags, folded, pending, changes }: EditableTagsProps) {
  const { navigate } = usePanel();
  const onTheirWay = notYetOn(joinTags(tags), pending);
  const row = useRef<HTMLDivElement>(null);
  /** A button goes with its tag. */
  const andGoOn = (act: () => void) => () => {
    act();
    row.current?.querySelector<HTMLElement>('[role="combobox"]')?.focus();
  };
  return (
    <div ref={row}>
      <Tag size={14} aria-hidden />
      {tags.length + onTheirWay.length > 0 && (
        <ul>
          {folded.shown.map((tag) => (
            <li key={tag}>
              <Chip title={tag}>
                {tag}{' '}
                <IconButton
                  label={messages.tags.remove(tag)}
                  size="small"
                  onClick={andGoOn(() => changes.remove(ticket, tag))}
                >
                  <X size={12} aria-hidden />
                </IconButton>
              </Chip>
            </li>
          ))}
          <FoldButton folded={folded} />
          {onTheirWay.map((one) => (
            <PendingTagItem
              key={`pending ${one.tag}`}
              pending={one}
              onAgain={andGoOn(() => changes.again(ticket, one.tag))}
              onDiscard={andGoOn(() => changes.discard(ticket.id, one.tag))}
            />
          ))}
        </ul>
      )}
      <TagBox
        tags={joinTags([...tags, ...onTheirWay.map(({ tag }) => tag)])}
        onAdd={(tag) => changes.add(ticket, tag)}
        onSettings={() => navigate({ to: 'inbox-settings' })}
      />
    </div>
  );
}

interface PendingTagItemProps {
  pending: PendingTag;
  onAgain(): void;
  onDiscard(): void;
}

/** A tag that the server has not taken yet, or did not take: its words are not lost. */
function PendingTagItem({ pending: { tag, state }, onAgain, onDiscard }: PendingTagItemProps) {
  const { adding, addFailed, addAgain, discard } = messages.tags;
  if (state === 'adding') {
    return (
      <li aria-busy data-state="adding">
        <Chip title={adding(tag)}>
          <VisuallyHidden role="status">{adding(tag)}</VisuallyHidden>
          <span aria-hidden>{tag}</span> <Spinner />
        </Chip>
      </li>
    );
  }
  const words = state === 'waiting' ? messages.changes.tagWaits(tag) : addFailed(tag);
  return (
    <li data-state={state}>
      <Chip tone={state === 'waiting' ? 'warning' : 'bad'} title={words}>
        <VisuallyHidden>{words}</VisuallyHidden>
        <span aria-hidden>{tag}</span>{' '}
        {state === 'failed' && (
          <>
            <IconButton label={addAgain(tag)} size="small" onClick={onAgain}>
              <RotateCw size={12} aria-hidden />
            </IconButton>{' '}
          </>
        )}
        <IconButton label={discard(tag)} size="small" onClick={onDiscard}>
          <X size={12} aria-hidden />
        </IconButton>
      </Chip>
    </li>
  );
}
