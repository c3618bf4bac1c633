import { ApiError, calls, type Api, type NewEmailRequest } from '@inbox/api';
import type { BusClient } from '@inbox/events';
import { newTempId, type Schema, type TempId, type TicketId } from '@inbox/domain';
import { UNDO_MS } from '@inbox/domain/conversation';
import { toastAction, type NavigationIntent, type PanelStorage } from '@inbox/panel';
import { KEYS, SENT_KEY } from './keys';
import { messages } from './messages';

/** A mail that the server has, and that its writer may take back. */
interface SentMail {
  request: NewEmailRequest;
  sent: { ticket_id: TicketId; temp_id: TempId };
  /** By this browser's clock, in milliseconds. */
  until: number;
}

export interface SentMailsDeps {
  api: Pick<Api, 'undoReply'>;
  bus: BusClient;
  storage: Pick<PanelStorage, 'read' | 'write' | 'remove' | 'keys'>;
  navigate(intent: NavigationIntent): void;
  toast(kind: 'error' | 'info', text: string): void;
  /** Opens the dialog, which begins with what was taken back. */
  reopen(): void;
}

/** Tells of mails that were sent, and takes them back for as long as the server holds them. */
export interface SentMails {
  /** The server has stored this mail. */
  sent(ticket: TicketId, request: NewEmailRequest): void;
  /** Goes on with what an earlier page has left: offers what can still be taken back, and ends what it had begun. */
  resume(): void;
}

/** Milliseconds between attempts. Asked again the server answers the same, so it is known what became of the mail. */
const AGAIN_MS = 2_000;
/** The server was asked to take it back, and may have done it: only its answer says. */
const ASKED = 'asked';

/** Nobody can tell yet whether the server has taken it back. */
const mayHaveUndone = (error: unknown): boolean =>
  error instanceof ApiError && (error.retryable || error.kind === 'bad-answer');

const schema = calls.initiateEmail.body as Schema<NewEmailRequest>;

/** Stored is the request; of what else is known of it the key consists, the `temp_id` last. */
const keyOf = ({ sent }: SentMail, until: number | typeof ASKED): string =>
  `${SENT_KEY}${until}.${sent.ticket_id}.${sent.temp_id}`;

/** Does this while no other tab does what has the same name. Over plain HTTP there are no locks. */
const alone = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(`inbox.ticket-list.undo.${name}`, work) : work();

export function createSentMails({ api, bus, storage, navigate, toast, reopen }: SentMailsDeps): SentMails {
  const keysOf = ({ sent }: SentMail) => storage.keys(SENT_KEY).filter((key) => key.endsWith(sent.temp_id));
  const forget = (mail: SentMail) => keysOf(mail).forEach(storage.remove);

  /** Given up too early, what the server took back would be in nobody's hands. */
  async function ask({ sent }: SentMail): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      try {
        await api.undoReply({ body: sent });
        return;
      } catch (error) {
        if (!mayHaveUndone(error)) throw error;
        if (isFirst) toast('info', messages.undoUnanswered);
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  /** Puts it where the next dialog begins with it, and opens that. */
  function restore(mail: SentMail): void {
    storage.write(KEYS.undone + mail.sent.temp_id, { ...mail.request, temp_id: newTempId() });
    forget(mail);
    const isBusy = [KEYS.draft, KEYS.asked].some((key) => storage.read(key, schema) !== null);
    toast('info', isBusy ? messages.undoneLater : messages.undone);
    reopen();
  }

  const takeBack = (mail: SentMail, isStored: boolean, onGone: () => void) =>
    alone(mail.sent.temp_id, async () => {
      const [key] = keysOf(mail);
      if (isStored && key === undefined) return onGone();
      // Stored first: what the server has taken back is then in nobody's hands but these.
      if (storage.write(keyOf(mail, ASKED), mail.request) && key !== undefined && key !== keyOf(mail, ASKED))
        storage.remove(key);
      try {
        await ask(mail);
      } catch (error) {
        // Signed out, or the panel ended: the next one asks again.
        if (!(error instanceof ApiError) || error.kind !== 'refused') return;
        forget(mail);
        return toast('error', error.message);
      }
      restore(mail);
    });

  /** Undo can be asked for so many milliseconds from here. */
  function offer(mail: SentMail, isStored: boolean, duration: number): void {
    const onGone = () => toast('info', messages.undoneElsewhere);
    const { ticket_id } = mail.sent;
    const toShow = {
      kind: 'success' as const,
      text: messages.sent(ticket_id),
      duration,
      action: toastAction(bus, 'ticket-list', messages.open, () => navigate({ to: 'ticket', id: ticket_id })),
      second_action: toastAction(bus, 'ticket-list', messages.undo, () => void takeBack(mail, isStored, onGone)),
    };
    // Without a shell around the panel there is nobody who shows it.
    bus.send('toast', toShow).catch(() => undefined);
    // What is being taken back by then has another key.
    setTimeout(() => storage.remove(keyOf(mail, mail.until)), duration);
  }

  return {
    sent(ticket_id, request) {
      const { temp_id } = request;
      if (temp_id === undefined) return;
      const mail = { request, sent: { ticket_id, temp_id }, until: Date.now() + UNDO_MS };
      offer(mail, storage.write(keyOf(mail, mail.until), request), UNDO_MS);
    },
    resume() {
      for (const key of storage.keys(SENT_KEY)) {
        const request = storage.read(key, schema);
        const [until = '', id] = key.slice(SENT_KEY.length).split('.');
        const mail =
          request?.temp_id === undefined
            ? null
            : {
                request,
                sent: { ticket_id: Number(id) as TicketId, temp_id: request.temp_id },
                until: Number(until),
              };
        const left = Math.min(UNDO_MS, Number(until) - Date.now());
        if (mail && until === ASKED) void takeBack(mail, true, () => undefined);
        else if (mail && left > 0) offer(mail, true, left);
        else storage.remove(key);
      }
    },
  };
}
