import {
  agentName,
  CREATE_VARIANTS,
  joinTags,
  LONGEST_FIRST_NOTE,
  type Agent,
  type AgentId,
  type Profile,
} from '@inbox/domain';
import { mayCreate, MAX_TAG_LENGTH } from '@inbox/domain/conversation';
import { useTopic } from '@inbox/panel';
import { Button, color, Dialog, Field, FieldError, styled, TOUCH, useFieldErrors } from '@inbox/ui';
import { useEffect, useEffectEvent, useRef, type ComponentProps } from 'react';
import { Choice } from '../../ui/choice';
import { ManyChoice } from '../../ui/many-choice';
import { useTags } from '../../filters/use-tags';
import { messages } from './messages';
import { lookupKey, type Typed } from './typed';
import { useCustomerInfo, type Lookup } from './use-customer-info';
import { useNewTicket, type NewTicket } from './use-new-ticket';

const Fields = styled.fieldset`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 12px 8px;
  min-inline-size: 0;
  margin: 0;
  padding: 4px 0 0;
  border: 0;

  & > * {
    grid-column: 1 / -1;
  }
  & > [data-half] {
    grid-column: auto;
  }
  & textarea {
    resize: vertical;
  }
  ${TOUCH} {
    & input:not([type='radio']),
    & select {
      min-block-size: 44px;
    }
  }
`;
const Told = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  min-block-size: 28px;
  margin-block: -8px -4px;
  font-size: 12px;
  color: ${color.text2};
  overflow-wrap: anywhere;
`;
const Hint = styled.p`
  margin-block-start: -4px;
  font-size: 12px;
  color: ${color.text2};
`;
/** In view wherever the fields are scrolled to. */
const Outcome = styled.div`
  position: sticky;
  inset-block-end: -16px;
  margin-block-end: -16px;
  padding-block: 8px;
  background: ${color.surface};
  overflow-wrap: anywhere;

  &:empty {
    display: none;
  }
  & > p {
    margin: 0;
  }
  & > [role='alert'] {
    color: ${color.bad};
  }
`;

interface NewTicketDialogProps {
  agents: readonly Agent[];
  onClose(): void;
}

/** Makes a ticket by phone or e-mail (spec sections 2, 3 and 8). Nothing is required here: the server says what it misses. */
export default function NewTicketDialog(props: NewTicketDialogProps) {
  const session = useTopic('session');
  return session?.signedIn ? <SignedInDialog {...props} profile={session.profile} /> : null;
}

function SignedInDialog({ agents, profile, onClose }: NewTicketDialogProps & { profile: Profile }) {
  const me = profile.current_user_id;
  const ticket = useNewTicket({ me, onClose });
  const { asking, isUnknown } = ticket;
  const left = useFieldErrors<'phone'>();
  const type: typeof ticket.type = (words) => {
    left.clear('phone');
    ticket.type(words);
  };
  const { typed } = ticket.form;
  const { lookup, again } = useCustomerInfo(isUnknown ? null : lookupKey(ticket.form), ticket.fillIn);
  const { known } = useTags();
  const { all, submit } = useFocus(ticket);
  const variants = CREATE_VARIANTS.filter((one) => profile.is_csat_enabled || one !== 'create_close_and_send_csat');
  const verdict = mayCreate({ ...profile, id: me }, typed.variant, { source: typed.by, owner: typed.owner });
  const isAsking = asking.kind === 'running';

  const text = (field: TextField, label: string, more: Partial<ComponentProps<'input'>> = {}) => (
    <Field data-half={HALF.has(field) || undefined}>
      {label}
      <input
        name={field}
        autoComplete="off"
        dir="auto"
        value={typed[field]}
        data-first-focus={field === typed.by || undefined}
        aria-invalid={asking.kind === 'failed' && field in asking.fields}
        onChange={(event) => type({ [field]: event.target.value })}
        {...more}
      />
    </Field>
  );

  return (
    <Dialog
      title={messages.title}
      onClose={ticket.close}
      onSubmit={() => void ticket.submit()}
      actions={
        <>
          <Button onClick={ticket.discard}>{ticket.isEmpty ? messages.cancel : messages.discard}</Button>
          <Button ref={submit} type="submit" variant="primary" aria-disabled={isAsking}>
            {isAsking ? messages.submitting : isUnknown ? messages.again : messages.submit[typed.variant]}
          </Button>
        </>
      }
    >
      <Fields ref={all} disabled={isUnknown} aria-busy={isAsking}>
        <Choice label={messages.by} options={BY} value={typed.by} onChange={(by) => type({ by })} />
        {typed.by === 'phone' && (
          <div>
            {text('phone', messages.phone, {
              type: 'tel',
              dir: 'ltr',
              ...(left.of('phone') !== undefined && left.input('phone')),
              onBlur: () => ticket.blankWrongPhone() && left.show({ phone: messages.wrongPhone }),
            })}
            {left.of('phone') !== undefined && <FieldError {...left.error('phone')}>{left.of('phone')}</FieldError>}
          </div>
        )}
        {text('email', messages.email, { type: 'email', dir: 'ltr', spellCheck: false })}
        <WhoItIs lookup={lookup} onAgain={again} />
        {text('first_name', messages.firstName)}
        {text('last_name', messages.lastName)}
        {text('subject', messages.subject)}
        <Field>
          {messages.owner}
          <select value={typed.owner} onChange={(event) => type({ owner: Number(event.target.value) as AgentId })}>
            {owners(agents, profile, typed.owner).map(({ id, name }) => (
              <option key={id} value={id}>
                {id === me ? messages.self(name) : name}
              </option>
            ))}
          </select>
        </Field>
        <ManyChoice
          label={messages.tags}
          placeholder={messages.addTag}
          options={known.map((tag) => ({ value: tag, label: tag }))}
          chosen={typed.tags}
          onChange={(tags) => type({ tags })}
          empty={messages.noTags}
          newOption={newTag}
        />
        <Field>
          {messages.notes}
          <textarea
            name="notes"
            rows={3}
            dir="auto"
            maxLength={LONGEST_FIRST_NOTE}
            value={typed.notes}
            onChange={(event) => type({ notes: event.target.value })}
          />
        </Field>
        <Choice
          label={messages.setStatus}
          options={variants.map((value) => ({ value, label: messages.variants[value] }))}
          value={typed.variant}
          onChange={(variant) => type({ variant })}
        />
        {!verdict.allowed && <Hint role="status">{messages.refusals[verdict.reason]}</Hint>}
      </Fields>
      <Outcome>
        {asking.kind === 'failed' && <p role="alert">{asking.reason}</p>}
        {isUnknown && !isAsking && <p>{messages.notKnown}</p>}
      </Outcome>
    </Dialog>
  );
}

type TextField = 'phone' | 'email' | 'first_name' | 'last_name' | 'subject';
const HALF: ReadonlySet<TextField> = new Set<TextField>(['first_name', 'last_name']);

const BY: { value: Typed['by']; label: string }[] = [
  { value: 'phone', label: messages.byPhone },
  { value: 'email', label: messages.byEmail },
];

/** Commas and blanks as the ticket has them. */
function newTag(text: string): { value: string; label: string } | null {
  const tag = joinTags([text]).slice(0, MAX_TAG_LENGTH);
  return tag === '' ? null : { value: tag, label: messages.newTag(tag) };
}

/** Any agent that is listed (spec section 6); oneself, and who is chosen, also while the list is not known. */
function owners(agents: readonly Agent[], profile: Profile, chosen: AgentId): { id: AgentId; name: string }[] {
  const listed = agents.map((agent) => ({ id: agent.id, name: agentName(agent) }));
  const isListed = (id: AgentId) => listed.some((one) => one.id === id);
  const me = { id: profile.current_user_id, name: profile.full_name };
  const all = isListed(me.id) ? listed : [me, ...listed];
  return all.some(({ id }) => id === chosen) ? all : [...all, { id: chosen, name: `#${chosen}` }];
}

/** What the lookup has found, said as it comes. */
function WhoItIs({ lookup, onAgain }: { lookup: Lookup; onAgain(): void }) {
  const { found, asking, nobody, failed, again } = messages.lookup;
  const name =
    lookup.kind === 'found'
      ? agentName({ first_name: lookup.info.first_name ?? '', last_name: lookup.info.last_name ?? '' })
      : '';
  const said = { none: '', asking, found: found(name), nobody, failed }[lookup.kind];
  return (
    <Told>
      <span role="status" dir="auto">
        {said}
      </span>
      {lookup.kind === 'failed' && (
        <Button size="small" onClick={onAgain}>
          {again}
        </Button>
      )}
    </Told>
  );
}

/** Where the keyboard goes after a failure: to what the server has refused, or to what may be tried again. */
function useFocus({ asking, isUnknown }: NewTicket) {
  const all = useRef<HTMLFieldSetElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const focusField = useEffectEvent((name: string) => {
    all.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
  });
  const onFailure = useEffectEvent(() => {
    if (asking.kind !== 'failed') return;
    if (isUnknown) submit.current?.focus();
    else for (const name of Object.keys(asking.fields).slice(0, 1)) focusField(name);
  });
  const attempt = asking.kind === 'failed' ? asking.attempt : 0;
  useEffect(() => {
    if (attempt > 0) onFailure();
  }, [attempt, isUnknown]);
  return { all, submit };
}
