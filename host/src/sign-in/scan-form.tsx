import type { SecondStepOffer } from '@inbox/api/sign-in';
import { Field } from '@inbox/ui';
import { useState } from 'react';
import { signInMessages } from './messages';
import { Plain, Qr, Small } from './parts';
import { StepForm } from './step-form';
import type { Action } from './use-sign-in';

const texts = signInMessages.secondStep;

interface ScanFormProps {
  offer: SecondStepOffer;
  action: Action;
  onCode(code: string): void;
  onCancel(): void;
}

/** The secret for the app, as a picture and as text, and the code that proves that the app has it. */
export function ScanForm({ offer: { secret, qr }, action, onCode, onCancel }: ScanFormProps) {
  const [code, setCode] = useState('');
  return (
    <StepForm button={texts.turnOn} variant="primary" action={action} onSubmit={() => onCode(code)} onCancel={onCancel}>
      <p>{texts.scan}</p>
      <Qr role="img" aria-label={texts.qr} viewBox={`0 0 ${qr.size} ${qr.size}`}>
        <path d={qr.path} />
      </Qr>
      <Small as="div">
        {texts.typed}
        <Plain>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</Plain>
      </Small>
      <Field>
        {texts.newCode}
        <input
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={20}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </Field>
    </StepForm>
  );
}
