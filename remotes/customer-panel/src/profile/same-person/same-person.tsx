import type { CustomerJoin, CustomerMatch, Ticket } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useQuery, useRefetch } from '@inbox/panel/query';
import { Button, color, Dialog, styled } from '@inbox/ui';
import { useState } from 'react';
import { messages } from '../../messages';
import { sameMessages } from './same-messages';
import { useCustomerChanges } from '../../use-reload';

const Block = styled.div`
  display: flex;
  flex-direction: column;
  gap: 8px;
  margin-block-start: 16px;

  & > h3 {
    font-size: 13px;
  }
  & li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-block-size: 36px;
  }
  & li > div {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  & small {
    display: block;
    font-size: 12px;
    line-height: 16px;
    color: ${color.text3};
  }
`;

const Failure = styled.p`
  margin-block-start: 8px;
  color: ${color.bad};
`;

const Unknown = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  margin-block-start: 16px;
  font-size: 12px;
  line-height: 16px;
  color: ${color.text2};

  & > span {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;

type Question = { kind: 'join'; match: CustomerMatch } | { kind: 'part'; join: CustomerJoin };

export interface SamePersonProps {
  ticket: Ticket;
  name: string;
}

/** Other entries that may be the same person, to be joined with this one; and those that were, to be parted again. */
export default function SamePerson({ ticket, name }: SamePersonProps) {
  const { api } = usePanel();
  const [question, setQuestion] = useState<Question | null>(null);
  const { conversation_id } = ticket;
  const queryKey = ['same-customers', conversation_id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.sameCustomers({ params: { conversation_id } }, { signal }),
  });
  const reload = useRefetch(queryKey);
  useCustomerChanges(conversation_id, reload);
  const { matches = [], joins = [] } = query.data ?? {};

  async function carryOut(asked: Question): Promise<void> {
    const params = { conversation_id };
    if (asked.kind === 'join') await api.joinCustomers({ params, body: { customer_id: asked.match.id } });
    else await api.partCustomers({ params, body: { join_id: asked.join.id } });
    reload();
  }

  return (
    <>
      {query.isError && !query.data && (
        <Unknown role="alert">
          <span>
            {sameMessages.failed} {query.error.message}
          </span>
          <Button size="small" aria-label={sameMessages.retry} onClick={reload}>
            {messages.retry}
          </Button>
        </Unknown>
      )}
      {matches.length > 0 && (
        <Block>
          <h3>{sameMessages.matches}</h3>
          <ul>
            {matches.map((match) => (
              <li key={match.id}>
                <div>
                  <bdi>{match.full_name}</bdi>
                  <small>{sameMessages.by(match)}</small>
                </div>
                <Button
                  size="small"
                  aria-label={sameMessages.joinWith(match.full_name)}
                  onClick={() => setQuestion({ kind: 'join', match })}
                >
                  {sameMessages.join}
                </Button>
              </li>
            ))}
          </ul>
        </Block>
      )}
      {joins.length > 0 && (
        <Block>
          <h3>{sameMessages.joins}</h3>
          <ul>
            {joins.map((join) => (
              <li key={join.id}>
                <div>
                  <bdi>{join.full_name}</bdi>
                  <small>{[join.phone, join.email].filter(Boolean).join(' · ')}</small>
                </div>
                <Button
                  size="small"
                  aria-label={sameMessages.partFrom(join.full_name)}
                  onClick={() => setQuestion({ kind: 'part', join })}
                >
                  {sameMessages.part}
                </Button>
              </li>
            ))}
          </ul>
        </Block>
      )}
      {question && <Confirmation question={question} name={name} onYes={carryOut} onClose={() => setQuestion(null)} />}
    </>
  );
}

interface ConfirmationProps {
  question: Question;
  name: string;
  onYes(question: Question): Promise<void>;
  onClose(): void;
}

/** Says what will happen before it does. */
function Confirmation({ question, name, onYes, onClose }: ConfirmationProps) {
  const [state, setState] = useState<{ kind: 'asking' | 'working' } | { kind: 'failed'; message: string }>({
    kind: 'asking',
  });
  const isJoin = question.kind === 'join';
  const text = isJoin ? sameMessages.joinText(question.match, name) : sameMessages.partText(question.join, name);

  async function answer(): Promise<void> {
    if (state.kind === 'working') return;
    setState({ kind: 'working' });
    try {
      await onYes(question);
      onClose();
    } catch (error) {
      setState({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }

  return (
    <Dialog
      title={isJoin ? sameMessages.joinTitle : sameMessages.partTitle}
      onClose={onClose}
      onSubmit={() => void answer()}
      actions={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="submit" variant="primary" aria-disabled={state.kind === 'working'}>
            {isJoin ? sameMessages.join : sameMessages.part}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {state.kind === 'failed' && <Failure role="alert">{state.message}</Failure>}
    </Dialog>
  );
}
