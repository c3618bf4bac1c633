import { signInCalls, type SecondStep as State, type SecondStepOffer, type SignInProof } from '@inbox/api/sign-in';
import { formatMessageTime } from '@inbox/domain';
import { Button } from '@inbox/ui';
import { useRef, useState } from 'react';
import { signInMessages } from './messages';
import { Buttons, Section, Small } from './parts';
import { ProofForm } from './proof-form';
import { RecoveryCodes } from './recovery-codes';
import { ScanForm } from './scan-form';
import { useAction, type SignInApi } from './use-sign-in';

const texts = signInMessages.secondStep;

/** What the agent proves to be themselves for. */
type Intent = 'on' | 'move' | 'renew' | 'off';

type View =
  | { at: 'rest' }
  | { at: 'proof'; intent: Intent }
  | { at: 'scan'; offer: SecondStepOffer }
  | { at: 'codes'; codes: readonly string[] };

const REST: View = { at: 'rest' };
/** Recovery codes from which on the agent is told to make new ones. */
const FEW = 3;

const buttonOf: Readonly<Record<Intent, string>> = {
  on: texts.turnOn,
  move: texts.move,
  renew: texts.renew,
  off: texts.turnOff,
};

interface SecondStepProps {
  api: SignInApi;
  secondStep: State;
  /** It was turned on or off, or a recovery code was used. */
  onChanged(): void;
}

/** The code beside the password: turned on, moved to another phone, and turned off. */
export function SecondStep({ api, secondStep, onChanged }: SecondStepProps) {
  const action = useAction();
  const [view, setView] = useState<View>(REST);
  const [done, setDone] = useState<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const isOn = secondStep.on_since !== null;

  function rest(said: string | null = null): void {
    action.clear();
    setView(REST);
    setDone(said);
    // What had the focus goes.
    title.current?.focus();
  }

  function prove(intent: Intent, proof: SignInProof): void {
    action.run(async () => {
      switch (intent) {
        case 'on':
        case 'move':
          return setView({ at: 'scan', offer: await api.call(signInCalls.offerSecondStep, { body: proof }) });
        case 'renew': {
          const { recovery_codes: codes } = await api.call(signInCalls.renewRecoveryCodes, { body: proof });
          setView({ at: 'codes', codes });
          return onChanged();
        }
        case 'off':
          await api.call(signInCalls.removeSecondStep, { body: proof });
          onChanged();
          return rest(texts.isOff);
      }
    });
  }

  const confirm = (code: string): void =>
    action.run(async () => {
      const { recovery_codes: codes } = await api.call(signInCalls.confirmSecondStep, { body: { code } });
      setView({ at: 'codes', codes });
      onChanged();
    });

  const open = (intent: Intent) => (
    <Button
      key={intent}
      variant={intent === 'on' ? 'primary' : 'secondary'}
      onClick={() => {
        setDone(null);
        setView({ at: 'proof', intent });
      }}
    >
      {buttonOf[intent]}
    </Button>
  );

  return (
    <Section aria-label={texts.title}>
      <h3 ref={title} tabIndex={-1}>
        {texts.title}
      </h3>
      {view.at === 'rest' && (
        <>
          <Status {...secondStep} />
          <Buttons>{isOn ? (['move', 'renew', 'off'] as const).map(open) : open('on')}</Buttons>
        </>
      )}
      {view.at === 'proof' && (
        <ProofForm
          explained={texts.explained[view.intent]}
          button={view.intent === 'off' || view.intent === 'renew' ? buttonOf[view.intent] : texts.next}
          isDanger={view.intent === 'off'}
          wantsCode={isOn}
          action={action}
          onProof={(proof) => prove(view.intent, proof)}
          onCancel={() => rest()}
        />
      )}
      {view.at === 'scan' && <ScanForm offer={view.offer} action={action} onCode={confirm} onCancel={() => rest()} />}
      {view.at === 'codes' && <RecoveryCodes codes={view.codes} onDone={() => rest()} />}
      <Small role="status">{done}</Small>
    </Section>
  );
}

function Status({ on_since, recovery_codes_left: left }: State) {
  if (on_since === null) {
    return (
      <>
        <p>{texts.off}</p>
        <Small>{texts.offHint}</Small>
      </>
    );
  }
  return (
    <>
      <p>{texts.on(formatMessageTime(new Date(on_since)))}</p>
      <Small>
        {texts.left(left)} {left <= FEW && texts.fewLeft}
      </Small>
    </>
  );
}
