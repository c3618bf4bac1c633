import { auditCalls, type AuditAnswer, type AuditQuery } from '@inbox/api/audit';
import { agentName } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useInfiniteQuery, useQuery } from '@inbox/panel/query';
import { Button, ErrorState, Field, styled } from '@inbox/ui';
import { useState, type FormEvent } from 'react';
import { messages } from '../messages';
import { Section, Small } from '../section';
import { AuditTable } from './audit-table';

const words = messages.audit;
const PAGE = 50;

const Form = styled.form`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(120px, 1fr));
  align-items: end;
  gap: 8px;

  /* Browsers make that of a day higher. */
  & input,
  & select {
    block-size: 34px;
  }
`;

type Search = Omit<AuditQuery, 'page_size' | 'before'>;

/** The beginning of a day in the reader's zone; `after` days later. */
function dayStart(day: string, after = 0): string | undefined {
  if (day === '') return undefined;
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + after);
  return start.toISOString();
}

/** Who did what in the shop, by who, what and when. Nothing is asked for until somebody searches. */
export function Audit() {
  const { api } = usePanel();
  const [search, setSearch] = useState<Search | null>(null);
  const agents = useQuery({ queryKey: ['agents'], queryFn: ({ signal }) => api.allAgents({}, { signal }) });
  const names = new Map((agents.data ?? []).map((agent) => [`agent:${agent.id}`, agentName(agent)]));
  const found = useInfiniteQuery<AuditAnswer>({
    queryKey: ['audit', search],
    queryFn: ({ pageParam, signal }) => {
      const before = typeof pageParam === 'number' ? pageParam : undefined;
      const query = { ...search, ...(before !== undefined && { before }), page_size: PAGE };
      return api.call(auditCalls.auditRecords, { query }, { signal });
    },
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    enabled: search !== null,
    staleTime: 0,
  });
  const { data, error, isFetching, hasNextPage } = found;
  const records = data?.pages.flatMap((page) => page.records) ?? [];

  function start(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => {
      const value = form.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const wanted: Search = {
      who: text('who') || undefined,
      what: text('what') || undefined,
      since: dayStart(text('since')),
      until: dayStart(text('until'), 1),
    };
    setSearch(wanted);
    // The same question once more is asked anew.
    if (JSON.stringify(wanted) === JSON.stringify(search)) void found.refetch();
  }

  return (
    <Section title={messages.sections.audit}>
      <Form onSubmit={start}>
        <Field>
          {words.who}
          <select name="who">
            <option value="">{words.everybody}</option>
            {[...names].map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value="operator">{words.operator}</option>
            <option value="system">{words.system}</option>
          </select>
        </Field>
        <Field>
          {words.what}
          <input name="what" placeholder={words.whatHint} pattern="[\w.:\/@\-]{1,200}" title={words.unknownWord} />
        </Field>
        <Field>
          {words.since}
          <input name="since" type="date" />
        </Field>
        <Field>
          {words.until}
          <input name="until" type="date" />
        </Field>
        <Button type="submit" disabled={isFetching}>
          {isFetching ? words.searching : words.search}
        </Button>
      </Form>
      {error && <ErrorState text={error.message} onRetry={() => void found.refetch()} />}
      {records.length > 0 && <AuditTable records={records} names={names} />}
      {data && records.length === 0 && <Small role="status">{words.none}</Small>}
      {hasNextPage && (
        <div>
          <Button size="small" disabled={isFetching} onClick={() => void found.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </Section>
  );
}
