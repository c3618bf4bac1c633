/**
 * What panels that send WhatsApp templates need of the backend, beside the pieces of `@inbox/ui/templates`. It is part of what
 * they load when a picker is first opened.
 */
import { APPROVED_TEMPLATES, type InitiateTemplateAnswer } from '@inbox/api';
import type { AccountId, ConversationId, TemplateId, WhatsappTemplate } from '@inbox/domain';
import { knownValues } from '@inbox/domain/conversation';
import { useEvent, usePanel, useTopic } from '@inbox/panel';
import { templateMessages, type TemplateList } from '@inbox/ui/templates';
import { useCallback, useEffect, useRef, useState } from 'react';

/** An error's words, or what is said when it has none. */
export const wordsOfFailure = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : templateMessages.failed;

/**
 * The message of a template that went to one target.
 * @throws Error when the server answers as for several
 */
export function messageOf(answer: InitiateTemplateAnswer): Exclude<InitiateTemplateAnswer, { results: unknown }> {
  if ('results' in answer) throw new Error(templateMessages.failed);
  return answer;
}

export interface Templates {
  list: TemplateList;
  reload(): void;
  /** A template that was chosen from the list, as it stands at WhatsApp now. */
  current(chosen: WhatsappTemplate): WhatsappTemplate;
}

/**
 * The approved templates: of one account, or of all when it is null. They follow WhatsApp live: what is paused meanwhile
 * leaves the list, what is approved comes.
 */
export function useTemplates(account: AccountId | null): Templates {
  const { api } = usePanel();
  const [list, setList] = useState<TemplateList>('loading');
  const [statuses, setStatuses] = useState<ReadonlyMap<TemplateId, WhatsappTemplate['status']>>(new Map());
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    const ended = new AbortController();
    api.templates({ query: APPROVED_TEMPLATES }, { signal: ended.signal, fresh: round > 0 }).then(
      ({ templates, problem }) => {
        const own = account === null ? templates : templates.filter(({ account_id }) => account_id === account);
        if (ended.signal.aborted) return;
        setList({ templates: own, problem: own.length > 0 ? null : problem });
        // What is approved by the newest answer has left the state that was told before.
        const listed = new Set(templates.map(({ id }) => id));
        setStatuses((before) => new Map([...before].filter(([id]) => !listed.has(id))));
      },
      (error: unknown) => {
        if (ended.signal.aborted) return;
        // Templates that are there stay when only their newest state cannot be had.
        setList((before) =>
          before !== 'loading' && before.problem === null ? before : { templates: [], problem: wordsOfFailure(error) },
        );
      },
    );
    return () => ended.abort();
  }, [api, account, round]);
  useEvent('live.templates.changed', ({ templates }) => {
    setStatuses((before) => new Map([...before, ...templates.map(({ id, status }) => [id, status] as const)]));
    refresh();
  });
  useReconnected(refresh);

  return {
    list,
    reload() {
      setList('loading');
      refresh();
    },
    current(chosen) {
      const listed = list === 'loading' ? undefined : list.templates.find(({ id }) => id === chosen.id);
      if (listed !== undefined) return { ...listed, status: statuses.get(chosen.id) ?? listed.status };
      const isGone = list !== 'loading' && list.problem === null;
      return { ...chosen, status: statuses.get(chosen.id) ?? (isGone ? 'other' : chosen.status) };
    },
  };
}

/** Calls back when the live connection is there again: what it would have told was missed. */
function useReconnected(listener: () => void): void {
  const isLive = useTopic('connection')?.state === 'live';
  const wasAway = useRef(false);
  useEffect(() => {
    if (isLive && wasAway.current) listener();
    wasAway.current = !isLive;
  }, [isLive, listener]);
}

const NONE: readonly { name: string; value: string }[] = [];

/**
 * What is known of a conversation's customer and their first order; nothing while, or when, it cannot be loaded, and for
 * null.
 */
export function useKnownValues(conversation_id: ConversationId | null): readonly { name: string; value: string }[] {
  const { api } = usePanel();
  const [known, setKnown] = useState<{ of: ConversationId; values: typeof NONE } | null>(null);
  useEffect(() => {
    if (conversation_id === null) return;
    const ended = new AbortController();
    const { signal } = ended;
    const params = { conversation_id };
    Promise.all([api.customerDetails({ params }, { signal }), api.customerOrders({ params }, { signal })]).then(
      ([customer, orders]) => setKnown({ of: conversation_id, values: knownValues({ customer, orders }) }),
      () => undefined,
    );
    return () => ended.abort();
  }, [api, conversation_id]);
  return known !== null && known.of === conversation_id ? known.values : NONE;
}
