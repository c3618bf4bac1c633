import { formatClock, formatDay, formatMessageTime, type Attachment } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { color, Skeleton, styled } from '@inbox/ui';
import { CalendarDays } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messages } from '../../messages';
import { readInvitation, type Invitation } from './invitation';

const Card = styled.section`
  display: flex;
  gap: 12px;
  padding: 12px;
  border: 1px solid ${color.line};
  border-radius: 8px;
  background: ${color.surface};
  color: ${color.text};

  & > svg {
    flex: none;
    color: ${color.accent};
  }
  & > div {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  & h4 {
    margin: 0;
    font-size: 14px;
    line-height: 20px;
  }
  &[data-cancelled] h4 {
    text-decoration: line-through;
  }
  & dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 2px 12px;
    margin: 4px 0 0;
    font-size: 12px;
    line-height: 16px;
  }
  & dt {
    color: ${color.text3};
  }
  & dd {
    margin: 0;
  }
`;

/** More guests than these are counted. */
const NAMED_GUESTS = 8;

/** A calendar invitation of a mail: what, when by the agent's clock, where and who. Shows nothing when it cannot be read. */
export default function InvitationCard({ attachment }: { attachment: Attachment }) {
  const { api } = usePanel();
  const [invitation, setInvitation] = useState<Invitation | null | 'loading'>('loading');
  const { url } = attachment;
  useEffect(() => {
    const ended = new AbortController();
    const show = (read: Invitation | null) => {
      if (!ended.signal.aborted) setInvitation(read);
    };
    api
      .file(url, { signal: ended.signal })
      .then((file) => file.text())
      // The file itself is listed below and can be had there.
      .then(
        (text) => show(readInvitation(text)),
        () => show(null),
      );
    return () => ended.abort();
  }, [api, url]);

  if (invitation === 'loading') return <Skeleton height={88} />;
  if (invitation === null) return null;
  const { invitation: words } = messages.email;
  const title = invitation.title || words.untitled;
  return (
    <Card aria-label={words.label(title)} data-cancelled={invitation.isCancelled || undefined}>
      <CalendarDays size={20} aria-hidden />
      <div>
        <h4 dir="auto">{title}</h4>
        {invitation.isCancelled && <strong>{words.cancelled}</strong>}
        {invitation.isUpdate && <strong>{words.updated}</strong>}
        <dl>
          {linesOf(invitation).map(([label, text]) => (
            <Line key={label} label={label} text={text} />
          ))}
        </dl>
      </div>
    </Card>
  );
}

const Line = ({ label, text }: { label: string; text: string }) => (
  <>
    <dt>{label}</dt>
    <dd dir="auto">{text}</dd>
  </>
);

function linesOf(invitation: Invitation): [label: string, text: string][] {
  const { invitation: words } = messages.email;
  const { organizer, guests, where, theirs } = invitation;
  const named = guests.slice(0, NAMED_GUESTS).join(', ');
  const more = guests.length - NAMED_GUESTS;
  const lines: [string, string][] = [
    [words.when, whenOf(invitation)],
    [words.theirTime, theirs === null ? '' : `${spanOf(theirs, false)} (${theirs.zone})`],
    [words.where, where],
    [words.organizer, organizer],
    [words.guests, more > 0 ? words.andMore(named, more) : named],
  ];
  return lines.filter(([, text]) => text !== '');
}

function whenOf({ start, end, isWholeDay, repeats }: Invitation): string {
  const span = spanOf({ start, end }, isWholeDay);
  return repeats ? `${span} · ${messages.email.invitation.repeats}` : span;
}

/** A day is named once, however much of it. */
function spanOf({ start, end }: Pick<Invitation, 'start' | 'end'>, isWholeDay: boolean): string {
  const format = isWholeDay ? formatDay : formatMessageTime;
  if (end === null) return format(start);
  const isSameDay = formatDay(start) === formatDay(end);
  return `${format(start)} – ${isSameDay ? formatClock(end) : format(end)}`;
}
