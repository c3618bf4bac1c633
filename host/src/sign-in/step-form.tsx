import { Button } from '@inbox/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { signInMessages } from './messages';
import { Buttons, Form, Problem } from './parts';
import type { Action } from './use-sign-in';

interface StepFormProps {
  /** On the button that sends it. */
  button: string;
  variant: 'primary' | 'danger';
  action: Action;
  onSubmit(): void;
  onCancel(): void;
  /** The fields. */
  children: ReactNode;
}

/** One step of setting up the second step: its first field has the focus, and a failure stands above its buttons. */
export function StepForm({ button, variant, action, onSubmit, onCancel, children }: StepFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <Form
      ref={form}
      // The problem of the last attempt goes as soon as the agent types again.
      onChange={() => action.problem !== null && action.clear()}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {action.problem !== null && <Problem role="alert">{action.problem}</Problem>}
      <Buttons>
        <Button type="submit" variant={variant} aria-disabled={action.isRunning}>
          {button}
        </Button>
        <Button onClick={onCancel}>{signInMessages.secondStep.cancel}</Button>
      </Buttons>
    </Form>
  );
}
