import { ApiError, calls, type NewTicketRequest } from '@inbox/api';
import type { AgentId, CustomerInfo, Schema } from '@inbox/domain';
import { usePanel, usePanelStorage, type PanelStorage } from '@inbox/panel';
import { useRef, useState } from 'react';
import { newRef } from '../../../model/new-ref';
import { messages } from './messages';
import { emptyForm, fillIn, formOf, isEmpty, requestOf, type as typeInto, type Form, type Typed } from './typed';

/** What is typed, in the form of the request; and a request of which nobody knows whether it was heard. */
const KEYS = { typed: 'new-ticket', asked: 'new-ticket.asked' } as const;

const stored = (storage: PanelStorage, key: string): NewTicketRequest | null =>
  storage.read(key, calls.createPhoneTicket.body as Schema<NewTicketRequest>);

export type Asking =
  | { kind: 'idle' }
  | { kind: 'asking' }
  | { kind: 'failed'; reason: string; fields: Readonly<Record<string, string[]>> };

export interface NewTicket {
  form: Form;
  asking: Asking;
  /** Nobody knows whether it was made: only the same request may be tried again. */
  isUnknown: boolean;
  isEmpty: boolean;
  type(change: Partial<Typed>): void;
  fillIn(info: CustomerInfo): void;
  submit(): Promise<void>;
  /** Closes; what is typed is there again when the dialog is opened next. */
  close(): void;
  /** Closes and forgets what is typed. */
  discard(): void;
}

/**
 * A ticket that is being typed and asked for. What is typed outlives the dialog and the page until the ticket is made or it
 * is discarded. Each ticket has one `ref`: a second click, or the same request after an answer that got lost, makes no
 * second ticket.
 */
export function useNewTicket({ me, onClose }: { me: AgentId; onClose(): void }): NewTicket {
  const { api, toast, navigate } = usePanel();
  const storage = usePanelStorage();
  const [asked, setAsked] = useState(() => stored(storage, KEYS.asked));
  const [begun] = useState(() => asked ?? stored(storage, KEYS.typed));
  const [ref] = useState(() => begun?.ref ?? newRef());
  const [form, setForm] = useState(() => (begun === null ? emptyForm(me) : formOf(begun, me)));
  const [asking, setAsking] = useState<Asking>({ kind: 'idle' });
  const isAsking = useRef(false);

  const change = (after: Form) => {
    setForm(after);
    if (isEmpty(after)) storage.remove(KEYS.typed);
    else storage.write(KEYS.typed, requestOf(after, ref));
  };
  const forget = () => {
    storage.remove(KEYS.typed);
    storage.remove(KEYS.asked);
  };

  const submit = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    setAsking({ kind: 'asking' });
    const body = asked ?? requestOf(form, ref);
    storage.write(KEYS.asked, body);
    try {
      const { ticket } = await api.createPhoneTicket({ body });
      forget();
      toast('success', messages.created);
      onClose();
      navigate({ to: 'ticket', id: ticket.id });
    } catch (error) {
      isAsking.current = false;
      const refused = error instanceof ApiError && error.kind === 'refused' ? error : null;
      const wasHeard = refused !== null || (error instanceof ApiError && error.kind === 'signed-out');
      if (wasHeard) storage.remove(KEYS.asked);
      setAsked(wasHeard ? null : body);
      const reason = refused?.message ?? messages.failed;
      toast('error', reason);
      setAsking({ kind: 'failed', reason, fields: refused?.details.fields ?? {} });
    }
  };

  return {
    form,
    asking,
    isUnknown: asked !== null,
    isEmpty: isEmpty(form),
    type(words) {
      // What is asked for is what stands in the fields.
      if (!isAsking.current) change(typeInto(form, words));
    },
    fillIn(info) {
      if (!isAsking.current) change(fillIn(form, info));
    },
    submit,
    close() {
      // The answer comes within seconds, and says what became of it.
      if (!isAsking.current) onClose();
    },
    discard() {
      if (isAsking.current) return;
      forget();
      onClose();
    },
  };
}
