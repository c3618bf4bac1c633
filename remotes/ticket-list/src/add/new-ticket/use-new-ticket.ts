import { calls, type NewTicketRequest } from '@inbox/api';
import { randomId, type AgentId, type CustomerInfo, type Schema } from '@inbox/domain';
import { mayBePhone } from '@inbox/domain/conversation';
import { usePanel, usePanelStorage } from '@inbox/panel';
import { useState } from 'react';
import { useRequestOnce, type RequestState } from '../use-request-once';
import { KEYS } from './keys';
import { messages } from './messages';
import { emptyForm, fillIn, formOf, isEmpty, requestOf, type as typeInto, type Form, type Typed } from './typed';

const schema = calls.createPhoneTicket.body as Schema<NewTicketRequest>;

/** Fields of which one is enough: the server's words about one are about all. */
const CONTACT = ['by', 'phone', 'email'] as const;

export interface NewTicket {
  form: Form;
  asking: RequestState;
  /** Nobody knows whether it was made: only the same request may be tried again. */
  isUnknown: boolean;
  isEmpty: boolean;
  type(change: Partial<Typed>): void;
  fillIn(info: CustomerInfo): void;
  /** Empties the phone number if it cannot be one (spec section 5), and says whether it did. */
  blankWrongPhone(): boolean;
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
  const once = useRequestOnce({
    key: KEYS.asked,
    schema,
    call: (body) => api.createPhoneTicket({ body }),
    failed: messages.failed,
  });
  const [begun] = useState(() => once.unknown ?? storage.read(KEYS.typed, schema));
  const [ref] = useState(() => begun?.ref ?? randomId());
  const [form, setForm] = useState(() => (begun === null ? emptyForm(me) : formOf(begun, me)));

  const change = (after: Form) => {
    setForm(after);
    if (isEmpty(after)) storage.remove(KEYS.typed);
    else storage.write(KEYS.typed, requestOf(after, ref));
  };
  const blankWrongPhone = () => {
    const isWrong = form.typed.by === 'phone' && !mayBePhone(form.typed.phone);
    if (isWrong && !once.isRunning()) change(typeInto(form, { phone: '' }));
    return isWrong;
  };
  const submit = async () => {
    if (once.unknown === null && blankWrongPhone()) {
      toast('error', messages.wrongPhone);
      return once.fail(messages.wrongPhone, { phone: [messages.wrongPhone] });
    }
    const outcome = await once.request(() => requestOf(form, ref));
    if (outcome.kind === 'failed') {
      toast('error', outcome.reason ?? messages.failed);
      if (outcome.fields['phone'] !== undefined) change(typeInto(form, { phone: '' }));
    }
    if (outcome.kind !== 'answered') return;
    storage.remove(KEYS.typed);
    toast('success', messages.created);
    onClose();
    navigate({ to: 'ticket', id: outcome.answer.ticket.id });
  };

  return {
    form,
    asking: once.state,
    isUnknown: once.unknown !== null,
    isEmpty: isEmpty(form),
    type(words) {
      // What is asked for is what stands in the fields.
      if (once.isRunning()) return;
      change(typeInto(form, words));
      const isContact = CONTACT.some((field) => field in words);
      once.changed([...Object.keys(words), ...(isContact ? CONTACT : [])]);
    },
    fillIn(info) {
      if (!once.isRunning()) change(fillIn(form, info));
    },
    blankWrongPhone,
    submit,
    close() {
      // The answer comes within seconds, and says what became of it.
      if (!once.isRunning()) onClose();
    },
    discard() {
      if (once.isRunning()) return;
      storage.remove(KEYS.typed);
      once.forget();
      onClose();
    },
  };
}
