import { sessionState, type ConversationSource, type IsoTime, type Priority, type TicketStatus } from '@inbox/domain';
import type { ReactNode } from 'react';
import { messages, priorityLabels, statusLabels } from '../messages';
import { styled } from '../theme/styled';
import { color } from '../theme/tokens';
import { useNow } from '../time/use-now';
import { VisuallyHidden } from '../theme/visually-hidden';

export type ChipTone = 'neutral' | 'accent' | 'good' | 'warning' | 'bad';

const ChipRoot = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  max-inline-size: 100%;
  min-inline-size: 0;
  padding: 1px 7px;
  border: 1px solid ${color.line};
  border-radius: 5px;
  background: ${color.surface2};
  color: ${color.text2};
  font-size: 12px;
  line-height: 16px;
  white-space: nowrap;

  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  &[data-tone='accent'] {
    background: ${color.accentSurface};
    border-color: transparent;
    color: ${color.accent};
  }
  &[data-tone='good'] {
    background: ${color.goodSurface};
    border-color: transparent;
    color: ${color.good};
  }
  &[data-tone='warning'] {
    background: ${color.warningSurface};
    border-color: transparent;
    color: ${color.warning};
  }
  &[data-tone='bad'] {
    background: ${color.badSurface};
    border-color: transparent;
    color: ${color.bad};
  }
`;

export function Chip({ tone = 'neutral', title, children }: { tone?: ChipTone; title?: string; children: ReactNode }) {
  return (
    <ChipRoot data-tone={tone} title={title}>
      <span dir="auto">{children}</span>
    </ChipRoot>
  );
}

const statusTones: Record<TicketStatus, ChipTone> = {
  unassigned: 'warning',
  assigned: 'accent',
  assigned_to_bot: 'neutral',
  open: 'good',
  follow_up: 'good',
  closed: 'neutral',
  other: 'neutral',
};

export const StatusChip = ({ status }: { status: TicketStatus }) => (
  <Chip tone={statusTones[status]}>{statusLabels[status]}</Chip>
);

const priorityTones: Record<Priority, ChipTone> = { 0: 'neutral', 1: 'bad', 2: 'warning', 3: 'neutral' };

/** Nothing when the ticket has no priority. */
export function PriorityChip({ priority }: { priority: Priority }) {
  if (priority === 0) return null;
  return (
    <Chip tone={priorityTones[priority]} title={messages.priority(priorityLabels[priority])}>
      {priorityLabels[priority]}
    </Chip>
  );
}

export const TagChip = ({ tag }: { tag: string }) => <Chip title={tag}>{tag}</Chip>;

interface SessionTicket {
  conversation_source: ConversationSource;
  session_expiry_at: IsoTime | null;
}

const inHours = (ms: number) => {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60 ? `${Math.max(1, minutes)}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
};

/** A row's chip for the WhatsApp session: only when it ends within three hours or has ended (spec section 4). */
export function ExpiryChip({ ticket }: { ticket: SessionTicket }) {
  const session = sessionState(ticket, useNow(60_000));
  if (session.kind === 'expired') return <Chip tone="bad">{messages.expired}</Chip>;
  if (session.kind === 'none' || !session.warning) return null;
  return <Chip tone="warning">{messages.expiresIn(inHours(session.remainingMs))}</Chip>;
}

const Count = styled.span`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-inline-size: 18px;
  block-size: 18px;
  padding: 0 5px;
  flex: none;
  border-radius: 9px;
  background: ${color.fill};
  color: ${color.onFill};
  font-size: 11px;
  line-height: 18px;
  font-weight: 600;
`;

/** How many messages are unread; nothing at zero. */
export function UnreadCount({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <Count>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{messages.unread(count)}</VisuallyHidden>
    </Count>
  );
}
