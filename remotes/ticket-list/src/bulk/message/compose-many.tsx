import { newTempId, type Acting, type BulkTarget, type Ticket, type WhatsappTemplate } from '@inbox/domain';
import {
  hasPlaceholders,
  manyTextSchema,
  missingPlaceholders,
  newRun,
  NOT_FOUND,
  PLACEHOLDER_NAMES,
  resolvePlaceholders,
  type Known,
  type ManyKind,
  type ManyRun,
  type ManyWork,
} from '@inbox/domain/conversation';
import { usePanel, usePanelStorage } from '@inbox/panel';
import { useTemplates } from '@inbox/panel/templates';
import { Button, color, Dialog, Field, styled } from '@inbox/ui';
import { TemplateModal, TemplatePicker } from '@inbox/ui/templates';
import { Fragment, useEffect, useRef, useState } from 'react';
import { Choice } from '../../ui/choice';
import { TEXT_KEY } from './key';
import { loadTickets } from './load-tickets';
import { messages } from './messages';
import { planOf, skipCounts, type Plan } from './plan';
import { useKnown } from './use-known';

const Form = styled.div`
  display: flex;
  flex-direction: column;
  gap: 12px;

  & textarea {
    min-block-size: 96px;
    resize: vertical;
  }
  & p,
  & ul {
    margin: 0;
    padding: 0;
    overflow-wrap: anywhere;
  }
`;
const Note = styled.div`
  font-size: 12px;
  line-height: 16px;
  color: ${color.text2};

  & > [role='alert'] {
    color: ${color.bad};
  }
`;
const Sample = styled.section`
  padding: 8px 12px;
  border-radius: 8px;
  background: ${color.page};

  & > h4 {
    margin: 0 0 4px;
    font-size: 12px;
    font-weight: 500;
    color: ${color.text2};
  }
  & > p {
    white-space: pre-wrap;
  }
  & > [data-missing] {
    font-size: 12px;
    color: ${color.warning};
  }
  & mark {
    padding: 0 2px;
    border-radius: 4px;
    background: ${color.warningSurface};
    color: ${color.warning};
  }
`;

/** Tickets of which is shown what their customers will see. */
const SAMPLES = 3;
const KINDS: { value: ManyKind; label: string }[] = [
  { value: 'message', label: messages.kinds.message },
  { value: 'template', label: messages.kinds.template },
];
const OFFERED = PLACEHOLDER_NAMES.map((name) => ({ name, value: `{{${name}}}` }));

export interface ComposeManyProps {
  target: BulkTarget;
  /** The rows of the list when it was asked for. */
  rows: readonly Ticket[];
  acting: Acting;
  /** Answers whether it has begun; says why not by itself. */
  onStart(run: ManyRun): boolean;
  onClose(): void;
}

type Loaded = { kind: 'loading' } | { kind: 'failed' } | { kind: 'loaded'; tickets: readonly Ticket[] | 'too-many' };

/** Writes one message for many tickets, or chooses a template for them, and shows what it will look like. */
export function ComposeMany({ target, rows, acting, onStart, onClose }: ComposeManyProps) {
  const { api, navigate, addressOf } = usePanel();
  const storage = usePanelStorage();
  const { loaded, load } = useTicketsOf(target, rows, acting);
  const [kind, setKind] = useState<ManyKind>('message');
  const [text, setText] = useState(() => storage.read(TEXT_KEY, manyTextSchema) ?? '');
  const [template, setTemplate] = useState<WhatsappTemplate | null>(null);
  const templates = useTemplates(null);
  const [now] = useState(() => Date.now());
  const tickets = loaded.kind === 'loaded' && loaded.tickets !== 'too-many' ? loaded.tickets : [];
  const plan = planOf(tickets, acting, { kind, template, now });
  const samples = plan.to.slice(0, SAMPLES);
  const known = useKnown(samples);
  const canSend = plan.to.length > 0;

  const type = (value: string) => {
    setText(value);
    if (value === '') storage.remove(TEXT_KEY);
    else storage.write(TEXT_KEY, value);
  };
  const start = (work: ManyWork): boolean => {
    const ids = plan.to.map(({ id }) => id);
    const hasBegun = canSend && onStart(newRun(work, ids, plan.skipped, newTempId));
    if (hasBegun && work.kind === 'message') storage.remove(TEXT_KEY);
    return hasBegun;
  };
  const submit = () => {
    if (kind === 'message' && text.trim() !== '' && start({ kind, message: text })) onClose();
  };

  if (template !== null) {
    return (
      <TemplateModal
        template={templates.current(template)}
        target={messages.target(plan.to.length)}
        offered={OFFERED}
        upload={(file, signal) => api.upload('template', file, { signal })}
        send={({ template_id, parameters, button_url, media_url }) =>
          Promise.resolve(start({ kind: 'template', template_id, parameters, button_url, media_url }))
        }
        sendLabel={messages.send(plan.to.length)}
        samples={samples.map(({ id, full_name, conversation_id }) => ({
          label: messages.sample(id, full_name),
          fill: (value) => filled(value, known.get(conversation_id)),
        }))}
        onBack={() => setTemplate(null)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      title={messages.title}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{messages.cancel}</Button>
          {kind === 'message' && (
            <Button type="submit" variant="primary" disabled={!canSend || text.trim() === ''}>
              {messages.send(plan.to.length)}
            </Button>
          )}
        </>
      }
    >
      <Form>
        <Choice label={messages.kind} options={KINDS} value={kind} onChange={(value) => setKind(value)} />
        <Whom loaded={loaded} plan={plan} onRetry={load} />
        {kind === 'message' ? (
          <>
            <TextField text={text} onType={type} />
            {hasPlaceholders(text) && <Note>{messages.whereMissing}</Note>}
            {text.trim() !== '' &&
              samples.map((ticket) => (
                <MessageSample key={ticket.id} ticket={ticket} text={text} known={known.get(ticket.conversation_id)} />
              ))}
          </>
        ) : (
          <TemplatePicker
            list={templates.list}
            onChoose={setTemplate}
            onReload={templates.reload}
            settings={{
              href: addressOf({ to: 'whatsapp-templates' }),
              onOpen: () => navigate({ to: 'whatsapp-templates' }),
            }}
          />
        )}
      </Form>
    </Dialog>
  );
}

/** As they were when it was asked for: what is chosen or filtered later changes none of them. */
function useTicketsOf(target: BulkTarget, rows: readonly Ticket[], acting: Acting) {
  const { api } = usePanel();
  const [asked] = useState({ target, rows, acting });
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    loadTickets(api, asked.target, { ...asked, signal }).then(
      (tickets) => !signal.aborted && setLoaded({ kind: 'loaded', tickets }),
      () => !signal.aborted && setLoaded({ kind: 'failed' }),
    );
    return () => ended.abort();
  }, [api, asked, round]);
  const load = () => {
    setLoaded({ kind: 'loading' });
    setRound((before) => before + 1);
  };
  return { loaded, load };
}

function Whom({ loaded, plan, onRetry }: { loaded: Loaded; plan: Plan; onRetry(): void }) {
  if (loaded.kind === 'loading') return <Note role="status">{messages.loading}</Note>;
  if (loaded.kind === 'failed') {
    return (
      <Note>
        <p role="alert">{messages.loadFailed}</p>
        <Button size="small" onClick={onRetry}>
          {messages.retry}
        </Button>
      </Note>
    );
  }
  if (loaded.tickets === 'too-many') {
    return (
      <Note>
        <p role="alert">{messages.tooMany}</p>
      </Note>
    );
  }
  return (
    <Note>
      <p role="status">{plan.to.length === 0 ? messages.nobody : messages.goesTo(plan.to.length)}</p>
      {plan.skipped.length > 0 && (
        <ul aria-label={messages.skips}>
          {skipCounts(plan.skipped).map(([reason, count]) => (
            <li key={reason}>{messages.skip(count, reason)}</li>
          ))}
        </ul>
      )}
    </Note>
  );
}

function TextField({ text, onType }: { text: string; onType(text: string): void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  /** Where the caret was, or what was marked, is replaced. */
  const insert = (name: string) => {
    const at = field.current;
    if (at === null || name === '') return;
    at.setRangeText(`{{${name}}}`, at.selectionStart, at.selectionEnd, 'end');
    onType(at.value);
    at.focus();
  };
  return (
    <>
      <Field>
        {messages.text}
        <textarea
          ref={field}
          name="message"
          rows={4}
          dir="auto"
          data-first-focus
          value={text}
          onChange={(event) => onType(event.target.value)}
        />
      </Field>
      <Field>
        {messages.placeholder}
        <select value="" onChange={(event) => insert(event.target.value)}>
          <option value="">{messages.choosePlaceholder}</option>
          {PLACEHOLDER_NAMES.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </Field>
    </>
  );
}

function MessageSample({ ticket, text, known }: { ticket: Ticket; text: string; known: Known | undefined }) {
  const label = messages.sample(ticket.id, ticket.full_name);
  const missing = known === undefined ? [] : missingPlaceholders(text, known);
  return (
    <Sample aria-label={label}>
      <h4 dir="auto">{label}</h4>
      <p dir="auto">
        {filled(text, known)
          .split(NOT_FOUND)
          .map((part, at) => ({ part, key: `${at} ${part}` }))
          .map(({ part, key }, at) => (
            <Fragment key={key}>
              {at > 0 && <mark>{NOT_FOUND}</mark>}
              {part}
            </Fragment>
          ))}
      </p>
      {missing.length > 0 && <p data-missing>{messages.noValues(missing)}</p>}
    </Sample>
  );
}

const filled = (text: string, known: Known | undefined): string =>
  known === undefined ? text : resolvePlaceholders(text, known);
