import { tagList, type Ticket } from '@inbox/domain';
import { Chip, ExpiryChip, PriorityChip, StatusChip, styled, TagChip, useNow } from '@inbox/ui';
import { messages } from '../../messages';
import { hoursLeft } from './row-text';

/** Tags beyond these are counted. */
const SHOWN_TAGS = 2;

/** One line of chips: what has no room in it wraps out of sight, and is not cut to a sliver. */
const Chips = styled.span`
  flex: 1;
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  min-inline-size: 0;
  block-size: 20px;
  overflow: hidden;

  & > * {
    flex: none;
  }
`;

/** Tags give way to what needs action, and to number and owner. */
const Tags = styled.span`
  /* Room for the beginnings of all that is in it; with less it would say nothing. */
  && {
    flex: 1 1 108px;
    max-inline-size: max-content;
  }
  & > * {
    min-inline-size: 34px;
  }
  display: flex;
  gap: 6px;
  min-inline-size: 0;
`;

const More = styled.span`
  display: flex;
  flex: none;
`;

function FollowUpChip({ until }: { until: string }) {
  const hours = useNow(60_000, (now) => hoursLeft(Date.parse(until), now));
  return <Chip tone="good">{messages.followUp(hours)}</Chip>;
}

/** What of a ticket needs action, then its tags; where the tab does not say the status, the row does. */
export function RowChips({ ticket, showStatus }: { ticket: Ticket; showStatus: boolean }) {
  const tags = tagList(ticket.tags);
  const hidden = tags.slice(SHOWN_TAGS);
  const followUpAt = ticket.status === 'follow_up' ? ticket.follow_up_at : null;
  return (
    <Chips>
      {ticket.status !== 'closed' && <ExpiryChip ticket={ticket} />}
      <PriorityChip priority={ticket.priority} />
      {followUpAt !== null && <FollowUpChip until={followUpAt} />}
      {showStatus && followUpAt === null && <StatusChip status={ticket.status} />}
      <Tags>
        {tags.slice(0, SHOWN_TAGS).map((tag) => (
          <TagChip key={tag} tag={tag} />
        ))}
        {hidden.length > 0 && (
          <More>
            <Chip title={hidden.join(', ')}>{messages.moreTags(hidden.length)}</Chip>
          </More>
        )}
      </Tags>
    </Chips>
  );
}
