import type { AccountStatus } from '@inbox/api/shop-status';
import { channelLabels, Chip } from '@inbox/ui';
import { messages } from '../messages';
import { Head, Lines, Section, Small, When } from '../section';

const words = messages.channels;

/** Each channel and mailbox: whether it works, when it received and sent last, and what went wrong. */
export function Channels({ accounts }: { accounts: readonly AccountStatus[] }) {
  return (
    <Section title={messages.sections.channels}>
      {accounts.length === 0 ? (
        <Small>{words.none}</Small>
      ) : (
        <Lines>
          {accounts.map((account) => (
            <Channel key={account.id} account={account} />
          ))}
        </Lines>
      )}
    </Section>
  );
}

function Channel({ account }: { account: AccountStatus }) {
  const { channel, name, address, enabled, last_received_at, last_sent_at, last_error } = account;
  return (
    <li>
      <Head>
        <strong>{name}</strong>
        <span>
          {address === null || address === name ? channelLabels[channel] : `${channelLabels[channel]}, ${address}`}
        </span>
        <State account={account} />
      </Head>
      {enabled && account.in_problem !== null && <Small data-tone="bad">{words.inProblem(account.in_problem)}</Small>}
      {enabled && account.out_problem !== null && (
        <Small data-tone="bad">{words.outProblem(account.out_problem)}</Small>
      )}
      <Small>
        {words.received}: {last_received_at === null ? words.never : <When time={last_received_at} />} · {words.sent}:{' '}
        {last_sent_at === null ? words.never : <When time={last_sent_at} />}
      </Small>
      {last_error && (
        <Small>
          {words.lastError}: <When time={last_error.at} />, {last_error.text}
        </Small>
      )}
    </li>
  );
}

function State({ account: { enabled, in_problem, out_problem } }: { account: AccountStatus }) {
  if (!enabled) return <Chip>{words.off}</Chip>;
  const isBroken = in_problem !== null || out_problem !== null;
  return <Chip tone={isBroken ? 'bad' : 'good'}>{isBroken ? words.broken : words.works}</Chip>;
}
