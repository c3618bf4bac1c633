import type { ShopStatus, UnsentStatus } from '@inbox/api/shop-status';
import { useTicketLink } from '@inbox/panel';
import { Button, channelLabels, Chip } from '@inbox/ui';
import { messages } from '../messages';
import { Head, Lines, Section, Small, When } from '../section';
import { useSendAgain, type Try } from '../use-status';

const words = messages.unsent;

/** What waits to leave, and what failed on its way. */
export function Unsent({ outbox }: { outbox: ShopStatus['outbox'] }) {
  const again = useSendAgain();
  const { waiting, overdue_since: overdue, failed, unknown, unsent } = outbox;
  const hidden = failed + unknown - unsent.length;
  return (
    <Section title={messages.sections.unsent}>
      {waiting > 0 && (
        <Small {...(overdue !== null && { 'data-tone': 'bad' })}>
          {words.waiting(waiting)}{' '}
          {overdue !== null && (
            <>
              {words.overdue} <When time={overdue} />.
            </>
          )}
        </Small>
      )}
      {unsent.length === 0 ? (
        <Small>{words.none}</Small>
      ) : (
        <Lines>
          {unsent.map((each) => (
            <Line key={each.id} unsent={each} again={again} />
          ))}
        </Lines>
      )}
      {hidden > 0 && <Small>{words.more(hidden)}</Small>}
    </Section>
  );
}

function Line({ unsent, again }: { unsent: UnsentStatus; again: Try }) {
  const { id, what, state, channel, account, ticket_id, at, error } = unsent;
  const link = useTicketLink();
  const problem = again.problemOf(id);
  const through = [channel === null ? null : channelLabels[channel], account]
    .filter((part) => part !== null)
    .join(', ');
  return (
    <li data-unsent={id}>
      <Head>
        <strong>{words.what[what]}</strong>
        {through !== '' && <span>{through}</span>}
        <Chip tone={state === 'failed' ? 'bad' : 'warning'}>{words.states[state]}</Chip>
        {state === 'failed' && (
          <Button size="small" disabled={again.isRunning(id)} onClick={() => again.start(id)}>
            {again.isRunning(id) ? words.sending : words.again}
          </Button>
        )}
      </Head>
      {error !== null && <Small>{error}</Small>}
      {problem !== null && (
        <Small role="alert" data-tone="bad">
          {problem}
        </Small>
      )}
      <Small>
        <When time={at} />
        {ticket_id !== null && (
          <>
            {' · '}
            <a {...link(ticket_id)}>{state === 'unknown' ? words.decide : words.open}</a>
          </>
        )}
      </Small>
    </li>
  );
}
