import { calls, type NewEmailRequest } from '@inbox/api';
import { newTempId, type AgentId, type EmailAccount, type Schema } from '@inbox/domain';
import { isUnwritten } from '@inbox/domain/conversation';
import { usePanel, usePanelStorage, type PanelStorage } from '@inbox/panel';
import type { MissingOfMail } from '@inbox/ui/empty-mail';
import { fromHtml, isBlank, toHtml, withSignature, type RichText, type RichTextHandle } from '@inbox/ui/rich-text';
import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefCallback } from 'react';
import { useRequestOnce, type RequestState } from '../use-request-once';
import { draftOf, emptyDraft, isEmptyDraft, requestOf, type Draft } from './draft';
import { KEYS } from './keys';
import { messages } from './messages';
import { createSentMails } from './sent-mails';

const schema = calls.initiateEmail.body as Schema<NewEmailRequest>;

export interface Compose {
  draft: Draft;
  /** What stands in the editor at first. */
  initial: RichText | undefined;
  editor: RefCallback<RichTextHandle>;
  /** The editor is there. */
  isReady: boolean;
  /** Puts the signature of the mailbox below the text, HTML, as long as the agent leaves it as it is. */
  sign(signature: string): void;
  sending: RequestState;
  /** Nobody knows whether it was sent: only the same request may be tried again. */
  isUnknown: boolean;
  change(how: (draft: Draft) => Draft): void;
  send(): Promise<void>;
  /** Parts that a send now would leave empty; none while it would not leave at all, or only once more as it was. */
  missing(): MissingOfMail;
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
  /** Opens the dialog once more, also when it is closed by then. */
  onReopen(): void;
}

/**
 * An e-mail that is being written and sent. What is written outlives the dialog and the page until it is sent or
 * discarded. Each has one `temp_id`: a second click, or the same request after an answer that got lost, sends no second.
 */
export function useCompose({ me, accounts, onClose, onReopen }: Options): Compose {
  const panel = usePanel();
  const { api, toast } = panel;
  const storage = usePanelStorage();
  const once = useRequestOnce({
    key: KEYS.asked,
    schema,
    call: (body) => api.initiateEmail({ body }, { timeoutMs: SEND_TIMEOUT_MS }),
    failed: messages.failed,
  });
  const [begun] = useState(() => once.unknown ?? takeBegun(storage));
  const [tempId] = useState(() => begun?.temp_id ?? newTempId());
  const [draft, setDraft] = useState(() => (begun === null ? emptyDraft(accounts, me) : draftOf(begun, accounts, me)));
  const [initial] = useState(() => (begun === null ? undefined : fromHtml(begun.email_body)));
  const editor = useRef<RichTextHandle>(null);
  const [isReady, setReady] = useState(false);
  const takeEditor = useCallback((handle: RichTextHandle | null) => {
    editor.current = handle;
    if (handle !== null) setReady(true);
  }, []);
  /** The signature that stands below the text; undefined before the first, null: that is the agent's matter. */
  const signed = useRef<string | null | undefined>(undefined);
  // A second change may come before the first one was rendered, as when several files are there at once.
  const latest = useRef(draft);

  const written = () => editor.current?.read() ?? initial ?? [];
  const isEmpty = () => isEmptyDraft(latest.current) && isUnwritten(htmlOf(written()), signed.current);
  const store = () => {
    if (once.unknown !== null) return;
    if (isEmpty()) storage.remove(KEYS.draft);
    else storage.write(KEYS.draft, requestOf(latest.current, toHtml(written()), tempId));
  };
  const forget = () => {
    storage.remove(KEYS.draft);
    once.forget();
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

  const fail = (reason: string, fields: Readonly<Record<string, string[]>>) => {
    const lines = Object.entries(fields).flatMap(([field, [first]]) =>
      first === undefined ? [] : [messages.ofField(field, first)],
    );
    for (const line of lines.length === 0 ? [reason] : lines) toast('error', line);
    once.fail(Object.values(fields)[0]?.[0] ?? reason, fields);
  };

  const send = async () => {
    if (once.isRunning()) return;
    const missing = once.unknown === null ? problemOf(latest.current) : null;
    if (missing !== null) {
      toast('error', missing.reason);
      return once.fail(missing.reason, missing.fields);
    }
    const outcome = await once.request(() => requestOf(latest.current, toHtml(written()), tempId));
    if (outcome.kind === 'failed') return fail(outcome.reason ?? messages.failed, outcome.fields);
    if (outcome.kind === 'busy') return;
    isDone.current = true;
    forget();
    createSentMails({ ...panel, storage, reopen: onReopen }).sent(outcome.answer.ticket_id, outcome.body);
    onClose();
  };

  const sign = (signature: string) => {
    const now = written();
    const next = fromHtml(signature);
    if (once.isRunning() || once.unknown !== null || signed.current === null) return;
    // What was stored has its signature, or was left without.
    if (signed.current === undefined && begun !== null && htmlOf(now) !== '') {
      signed.current = withSignature(now, next, []) === null ? null : htmlOf(next);
      return;
    }
    const changed = withSignature(now, fromHtml(signed.current ?? ''), next);
    if (changed === null) return;
    signed.current = htmlOf(next);
    editor.current?.replace(changed);
  };

  return {
    draft,
    initial,
    editor: takeEditor,
    isReady,
    sign,
    sending: once.state,
    isUnknown: once.unknown !== null,
    change(how) {
      // What is sent is what stands in the fields.
      if (once.isRunning() || once.unknown !== null) return;
      const before = latest.current;
      latest.current = how(before);
      setDraft(latest.current);
      once.changed(changedFields(before, latest.current));
    },
    send,
    missing() {
      const mayLeave = once.unknown === null && problemOf(latest.current) === null;
      return {
        subject: mayLeave && latest.current.subject.trim() === '',
        text: mayLeave && isUnwritten(htmlOf(written()), signed.current),
      };
    },
    isEmpty,
    close() {
      if (once.isRunning()) return;
      store();
      isDone.current = true;
      onClose();
    },
    discard() {
      if (once.isRunning()) return;
      isDone.current = true;
      forget();
      onClose();
    },
  };
}

/** What was written and is not sent; else what was taken back, which is written then. */
function takeBegun(storage: PanelStorage): NewEmailRequest | null {
  const written = storage.read(KEYS.draft, schema);
  const [key] = storage.keys(KEYS.undone);
  if (written !== null || key === undefined) return written;
  const undone = storage.read(key, schema);
  if (undone !== null) storage.write(KEYS.draft, undone);
  storage.remove(key);
  return undone;
}

/** Fields by their names in the request, which refusals use. */
const FIELD_NAMES = {
  from: 'from_email',
  to: 'to_emails',
  cc: 'cc_emails',
  bcc: 'bcc_emails',
  subject: 'subject',
  files: 'attachment',
  owner: 'owner_id',
  link: 'link_ticket_id',
  status: 'status',
  tags: 'tags',
} as const satisfies Record<keyof Draft, keyof NewEmailRequest>;

const changedFields = (before: Draft, after: Draft): string[] =>
  (Object.keys(FIELD_NAMES) as (keyof Draft)[]).flatMap((field) =>
    before[field] === after[field] ? [] : [FIELD_NAMES[field]],
  );

const htmlOf = (text: RichText): string => (isBlank(text) ? '' : toHtml(text));

/** Milliseconds between two times that what is written is stored. */
const SAVE_MS = 2_000;
/** Milliseconds: pictures in the text may be as long as files. */
const SEND_TIMEOUT_MS = 60_000;

/** What is missing, told before anything is asked; a mail without a subject is sent as 'No subject' (spec section 5). */
function problemOf({ to }: Draft): { reason: string; fields: Record<string, string[]> } | null {
  return to.length > 0 ? null : { reason: messages.noRecipient, fields: { to_emails: [messages.noRecipient] } };
}
