import { ApiError, calls, type NewEmailRequest } from '@inbox/api';
import type { AgentId, EmailAccount, Schema, TempId } from '@inbox/domain';
import { usePanel, usePanelStorage, type PanelStorage } from '@inbox/panel';
import { fromHtml, isBlank, toHtml, type RichText, type RichTextHandle } from '@inbox/ui/rich-text';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { openTicketAction } from '../open-ticket';
import { draftOf, emptyDraft, isEmptyDraft, requestOf, type Draft } from './draft';
import { messages } from './messages';

/** What is written, in the form of the request; and a request of which nobody knows whether it was heard. */
const KEYS = { draft: 'compose-email', asked: 'compose-email.asked' } as const;

const stored = (storage: PanelStorage, key: string): NewEmailRequest | null =>
  storage.read(key, calls.initiateEmail.body as Schema<NewEmailRequest>);

export type Sending =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'failed'; reason: string; fields: Readonly<Record<string, string[]>> };

export interface Compose {
  draft: Draft;
  /** What stands in the editor at first. */
  initial: RichText | undefined;
  editor: RefObject<RichTextHandle | null>;
  sending: Sending;
  /** Nobody knows whether it was sent: only the same request may be tried again. */
  isUnknown: boolean;
  change(how: (draft: Draft) => Draft): void;
  send(): Promise<void>;
  /** Is there something that would be lost? */
  isEmpty(): boolean;
  /** Closes; what is written is there again when the dialog is opened next. */
  close(): void;
  /** Closes and forgets what is written. */
  discard(): void;
}

interface Options {
  me: AgentId;
  accounts: readonly EmailAccount[];
  onClose(): void;
}

/**
 * An e-mail that is being written and sent. What is written outlives the dialog and the page until it is sent or
 * discarded. Each has one `temp_id`: a second click, or the same request after an answer that got lost, sends no second.
 */
export function useCompose({ me, accounts, onClose }: Options): Compose {
  const { api, toast } = usePanel();
  const storage = usePanelStorage();
  const [asked, setAsked] = useState(() => stored(storage, KEYS.asked));
  const [begun] = useState(() => asked ?? stored(storage, KEYS.draft));
  const [tempId] = useState(() => begun?.temp_id ?? (crypto.randomUUID() as TempId));
  const [draft, setDraft] = useState(() => (begun === null ? emptyDraft(accounts, me) : draftOf(begun, accounts, me)));
  const [initial] = useState(() => (begun === null ? undefined : fromHtml(begun.email_body)));
  const [sending, setSending] = useState<Sending>({ kind: 'idle' });
  const isSending = useRef(false);
  const editor = useRef<RichTextHandle>(null);
  // A second change may come before the first one was rendered, as when several files are there at once.
  const latest = useRef(draft);

  const written = () => editor.current?.read() ?? initial ?? [];
  const isEmpty = () => isEmptyDraft(latest.current) && isBlank(written());
  const store = () => {
    if (asked !== null) return;
    if (isEmpty()) storage.remove(KEYS.draft);
    else storage.write(KEYS.draft, requestOf(latest.current, toHtml(written()), tempId));
  };
  const forget = () => {
    storage.remove(KEYS.draft);
    storage.remove(KEYS.asked);
  };
  const isDone = useRef(false);
  const save = useEffectEvent(() => {
    if (!isDone.current) store();
  });
  useEffect(() => {
    // The text is stored when it may get lost: with each pause, when the page goes, and when the dialog does.
    const onTime = () => save();
    const timer = setInterval(onTime, SAVE_MS);
    window.addEventListener('pagehide', onTime);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', onTime);
    };
  }, []);

  const fail = (reason: string, fields: Readonly<Record<string, string[]>> = {}) => {
    const lines = Object.entries(fields).flatMap(([field, [first]]) =>
      first === undefined ? [] : [messages.ofField(field, first)],
    );
    for (const line of lines.length === 0 ? [reason] : lines) toast('error', line);
    setSending({ kind: 'failed', reason: Object.values(fields)[0]?.[0] ?? reason, fields });
  };

  const send = async () => {
    if (isSending.current) return;
    const body = asked ?? requestOf(latest.current, toHtml(written()), tempId);
    const missing = asked === null ? problemOf(latest.current) : null;
    if (missing !== null) {
      toast('error', missing.reason);
      return setSending({ kind: 'failed', ...missing });
    }
    isSending.current = true;
    setSending({ kind: 'sending' });
    storage.write(KEYS.asked, body);
    try {
      const { ticket_id } = await api.initiateEmail({ body }, { timeoutMs: SEND_TIMEOUT_MS });
      isDone.current = true;
      forget();
      toast('success', messages.sent(ticket_id), { label: messages.open, id: openTicketAction(ticket_id) });
      onClose();
    } catch (error) {
      isSending.current = false;
      const refused = error instanceof ApiError && error.kind === 'refused' ? error : null;
      const wasHeard = refused !== null || (error instanceof ApiError && error.kind === 'signed-out');
      if (wasHeard) storage.remove(KEYS.asked);
      setAsked(wasHeard ? null : body);
      fail(refused?.message ?? messages.failed, refused?.details.fields);
    }
  };

  return {
    draft,
    initial,
    editor,
    sending,
    isUnknown: asked !== null,
    change(how) {
      // What is sent is what stands in the fields.
      if (isSending.current || asked !== null) return;
      latest.current = how(latest.current);
      setDraft(latest.current);
    },
    send,
    isEmpty,
    close() {
      if (isSending.current) return;
      store();
      isDone.current = true;
      onClose();
    },
    discard() {
      if (isSending.current) return;
      isDone.current = true;
      forget();
      onClose();
    },
  };
}

/** Milliseconds between two times that what is written is stored. */
const SAVE_MS = 2_000;
/** Milliseconds: pictures in the text may be as long as files. */
const SEND_TIMEOUT_MS = 60_000;

/** What is missing, told before anything is asked; a mail without a subject is sent as 'No subject' (spec section 5). */
function problemOf({ to }: Draft): { reason: string; fields: Record<string, string[]> } | null {
  return to.length > 0 ? null : { reason: messages.noRecipient, fields: { to_emails: [messages.noRecipient] } };
}
