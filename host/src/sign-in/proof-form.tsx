import type { SignInProof } from '@inbox/api/sign-in';
import { Field } from '@inbox/ui';
import { useState, type ReactNode } from 'react';
import { signInMessages } from './messages';
import { Small } from './parts';
import { StepForm } from './step-form';
import type { Action } from './use-sign-in';

const texts = signInMessages.secondStep;

interface ProofFormProps {
  explained: string;
  /** On the button that sends it. */
  button: string;
  isDanger: boolean;
  /** The agent has a second step: the password alone is not enough. */
  wantsCode: boolean;
  action: Action;
  onProof(proof: SignInProof): void;
  onCancel(): void;
  /** What is asked for besides. */
  children?: ReactNode;
}

/** Asks who is at the desk: a session alone may be somebody else's. */
export function ProofForm({
  explained,
  button,
  isDanger,
  wantsCode,
  action,
  onProof,
  onCancel,
  children,
}: ProofFormProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return (
    <StepForm
      button={button}
      variant={isDanger ? 'danger' : 'primary'}
      action={action}
      onSubmit={() => onProof({ password, ...(wantsCode && { code }) })}
      onCancel={onCancel}
    >
      <Small>{explained}</Small>
      {children}
      <Field>
        {texts.password}
        <input
          type="password"
          autoComplete="current-password"
          required
          maxLength={1000}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      {wantsCode && (
        <Field>
          {texts.code}
          <input
            type="text"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={60}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </Field>
      )}
    </StepForm>
  );
}
