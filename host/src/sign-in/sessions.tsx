import { signInCalls, type OwnSession } from '@inbox/api/sign-in';
import { formatMessageTime } from '@inbox/domain';
import { Button, Chip } from '@inbox/ui';
import { useRef, useState } from 'react';
import { signInMessages } from './messages';
import { Problem, Row, Rows, Section, Small } from './parts';
import { useAction, type SignInApi } from './use-sign-in';

const texts = signInMessages.sessions;
const shown = (time: string): string => formatMessageTime(new Date(time));

/** One line on where a session is: when it began and was used, and from which address. */
const detailsOf = ({ started_at, used_at, address }: OwnSession): string =>
  [
    texts.started(shown(started_at)),
    texts.used(shown(used_at)),
    ...(address === null ? [] : [texts.from(address)]),
  ].join(' · ');

interface SessionsProps {
  api: SignInApi;
  sessions: readonly OwnSession[];
  /** Something has ended, or has been found to be over. */
  onChanged(): void;
}

/** Where the agent is signed in, and the way to end it. */
export function Sessions({ api, sessions, onChanged }: SessionsProps) {
  const action = useAction();
  const [done, setDone] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);

  function end(work: () => Promise<number>): void {
    action.run(async () => {
      setDone(null);
      try {
        setDone(texts.ended(await work()));
        // Its button goes with the row that had the focus.
        list.current?.focus();
      } finally {
        onChanged();
      }
    });
  }
  const endOne = (id: string) =>
    end(async () => {
      await api.call(signInCalls.endSession, { params: { id } });
      return 1;
    });
  const endOthers = () => end(async () => (await api.call(signInCalls.endOtherSessions, {})).ended);

  return (
    <Section aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <Small>{texts.hint}</Small>
      <Rows ref={list} tabIndex={-1} aria-label={texts.title}>
        {sessions.map((session) => {
          const browser = session.browser ?? texts.unknown;
          return (
            <Row key={session.id}>
              <div>
                <strong>{browser}</strong>
                {session.current && <Chip tone="accent">{texts.current}</Chip>}
                <Small>{detailsOf(session)}</Small>
              </div>
              {!session.current && (
                <Button
                  size="small"
                  aria-label={texts.endNamed(browser, shown(session.started_at))}
                  aria-disabled={action.isRunning}
                  onClick={() => endOne(session.id)}
                >
                  {texts.end}
                </Button>
              )}
            </Row>
          );
        })}
      </Rows>
      {sessions.some(({ current }) => !current) && (
        <Button aria-disabled={action.isRunning} onClick={endOthers}>
          {texts.endOthers}
        </Button>
      )}
      {action.problem !== null && <Problem role="alert">{action.problem}</Problem>}
      <Small role="status">{done}</Small>
    </Section>
  );
}
