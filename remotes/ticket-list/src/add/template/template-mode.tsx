import type { WhatsappTemplate } from '@inbox/domain';
import { mayBePhone, TEMPLATE_PHONE_DIGITS, typePhone, type TypedPhone } from '@inbox/domain/conversation';
import { usePanel } from '@inbox/panel';
import { useKnownValues, useTemplates, type Templates } from '@inbox/panel/templates';
import { Button, color, Field, IconButton, isComposing, layer, styled, TOUCH } from '@inbox/ui';
import { TemplateModal, templateMessages, TemplatePicker } from '@inbox/ui/templates';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ChangeEvent, type FormEvent, type KeyboardEvent } from 'react';
import { useCustomerInfo } from '../new-ticket/use-customer-info';
import { messages } from './messages';
import { useTemplateMode } from './use-template-mode';

/** In the place of the list. */
const Place = styled.section`
  position: absolute;
  inset: 0;
  z-index: ${layer.sticky};
  display: flex;
  flex-direction: column;
  background: ${color.surface};

  & > header {
    display: flex;
    align-items: center;
    gap: 8px;
    flex: none;
    block-size: 52px;
    padding-inline: 12px 16px;
    border-block-end: 1px solid ${color.line};
  }
  & h2 {
    min-inline-size: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-size: 16px;
  }
`;
const Body = styled.div`
  flex: 1;
  min-block-size: 0;
  overflow-y: auto;
  padding: 16px;

  & > form,
  & > [data-unknown] {
    display: flex;
    flex-direction: column;
    align-items: flex-start;
    gap: 12px;
  }
  & > form > label {
    inline-size: 100%;
    ${TOUCH} {
      & > input {
        min-block-size: 44px;
      }
    }
  }
  & p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  & [data-hint] {
    font-size: 12px;
    color: ${color.text2};
  }
  & [role='alert'] {
    color: ${color.bad};
  }
  & [data-to] {
    margin-block-end: 8px;
    color: ${color.text2};
  }
  & [data-actions] {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`;

const NOTHING: TypedPhone = { phone: '' };

/** Sends an approved template to a phone number (spec section 2, 'Send-template mode'). It stands where the list is. */
export default function TemplatePlace({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState(NOTHING);
  const [isChosen, setChosen] = useState(false);
  const [template, setTemplate] = useState<WhatsappTemplate | null>(null);
  const { api } = usePanel();
  const mode = useTemplateMode();
  const templates = useTemplates(null);
  const title = useId();
  const { phone, whole_phone = phone } = typed;
  const isWhole = phone.length === TEMPLATE_PHONE_DIGITS;
  const { lookup } = useCustomerInfo(isWhole ? typed : null, () => undefined);
  const info = lookup.kind === 'found' ? lookup.info : null;
  const offered = useKnownValues(info?.conversation_id ?? null);
  const name = [info?.first_name, info?.last_name].filter(Boolean).join(' ');
  const isPicking = mode.unknown === null && isChosen && isWhole;

  const back = () => {
    if (isPicking) setChosen(false);
    else onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.stopPropagation();
    back();
  };
  const isSent = useRef(false);
  const leaveModal = () => {
    setTemplate(null);
    if (isSent.current) onClose();
  };

  return (
    <>
      <Place aria-labelledby={title} onKeyDown={onKeyDown} inert={template !== null && isPicking}>
        <header>
          <IconButton label={isPicking ? messages.backToPhone : messages.back} onClick={back}>
            <ArrowLeft size={16} aria-hidden />
          </IconButton>
          <h2 id={title}>{templateMessages.title}</h2>
        </header>
        <Body>
          {mode.unknown !== null ? (
            <Unknown mode={mode} phone={mode.unknown} onAct={() => setTemplate(null)} onClose={onClose} />
          ) : isPicking ? (
            <Picker templates={templates} to={messages.to(whole_phone, name)} onChoose={setTemplate} />
          ) : (
            <PhoneStep typed={typed} name={name} onType={setTyped} onNext={() => setChosen(true)} />
          )}
        </Body>
      </Place>
      {template !== null && isPicking && (
        <TemplateModal
          template={templates.current(template)}
          target={name === '' ? whole_phone : `${whole_phone}, ${name}`}
          offered={offered}
          upload={(file, signal) => api.upload('template', file, { signal })}
          send={async (made) => {
            isSent.current = await mode.send(typed, made);
            return isSent.current;
          }}
          onBack={leaveModal}
          onClose={leaveModal}
        />
      )}
    </>
  );
}

interface PhoneStepProps {
  typed: TypedPhone;
  name: string;
  onType(typed: TypedPhone): void;
  onNext(): void;
}

/** The last ten digits of what is typed or pasted; what cannot be a number empties the field (spec section 5). */
function PhoneStep({ typed, name, onType, onNext }: PhoneStepProps) {
  const { phone, whole_phone } = typed;
  const [isInvalid, setInvalid] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const isWhole = phone.length === TEMPLATE_PHONE_DIGITS;
  const isTold = isWhole && (name !== '' || whole_phone !== undefined);
  useEffect(() => input.current?.focus(), []);

  const refuse = () => {
    setInvalid(true);
    onType(NOTHING);
  };
  const onChange = ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
    if (!mayBePhone(value)) return refuse();
    setInvalid(false);
    onType(typePhone(typed, value));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) return onNext();
    refuse();
    input.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Field>
        {messages.phone}
        <input
          ref={input}
          type="tel"
          name="phone"
          dir="ltr"
          autoComplete="off"
          value={phone}
          aria-invalid={isInvalid}
          aria-describedby={hint}
          onChange={onChange}
        />
      </Field>
      <p id={hint} data-hint role={isInvalid ? 'alert' : undefined}>
        {isInvalid ? messages.invalid : messages.hint}
      </p>
      <p role="status" dir="auto" hidden={!isTold}>
        {isTold ? messages.to(whole_phone ?? phone, name) : ''}
      </p>
      <Button type="submit" variant="primary" aria-disabled={!isWhole}>
        {messages.next}
      </Button>
    </form>
  );
}

interface PickerProps {
  templates: Templates;
  to: string;
  onChoose(template: WhatsappTemplate): void;
}

function Picker({ templates: { list, reload }, to, onChoose }: PickerProps) {
  const { navigate, addressOf } = usePanel();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place}>
      <p data-to dir="auto">
        {to}
      </p>
      <TemplatePicker
        list={list}
        onChoose={onChoose}
        onReload={reload}
        settings={{
          href: addressOf({ to: 'whatsapp-templates' }),
          onOpen: () => navigate({ to: 'whatsapp-templates' }),
        }}
      />
    </div>
  );
}

interface UnknownProps {
  mode: ReturnType<typeof useTemplateMode>;
  phone: string;
  /** It is tried again or given up. */
  onAct(): void;
  onClose(): void;
}

/** The answer to a send got lost: only the same one can be made again, or it is given up. */
function Unknown({ mode, phone, onAct, onClose }: UnknownProps) {
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => again.current?.focus(), []);
  const tryAgain = async () => {
    onAct();
    if (await mode.again()) onClose();
  };
  const discard = () => {
    onAct();
    mode.discard();
  };
  return (
    <div data-unknown>
      <p role="alert">{messages.notKnown(phone)}</p>
      <div data-actions>
        <Button ref={again} variant="primary" aria-disabled={mode.isSending} onClick={() => void tryAgain()}>
          {mode.isSending ? messages.sending : messages.again}
        </Button>
        {!mode.isSending && <Button onClick={discard}>{messages.discard}</Button>}
      </div>
    </div>
  );
}
