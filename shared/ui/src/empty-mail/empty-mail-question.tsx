import { Button, Dialog } from '@inbox/ui';
import { useState, type ReactNode } from 'react';
import { messages } from './messages';

/** Parts of a mail that are empty. */
export interface MissingOfMail {
  subject: boolean;
  text: boolean;
}

export interface EmptyMailQuestion {
  /** Calls `leave` at once if nothing is missing, else after the agent has confirmed it. */
  ask(missing: MissingOfMail, leave: () => void): void;
  isAsking: boolean;
  /** The dialog, or null. It is rendered outside of the form. */
  question: ReactNode;
}

/**
 * Asks before a mail without a subject or a text leaves. The focus is on the way back, so Enter keeps the mail. A missing
 * subject is then sent as 'No subject' (spec section 5).
 */
export function useEmptyMailQuestion(): EmptyMailQuestion {
  const [asked, setAsked] = useState<{ missing: MissingOfMail; leave: () => void } | null>(null);
  const close = () => setAsked(null);
  return {
    ask(missing, leave) {
      if (missing.subject || missing.text) setAsked({ missing, leave });
      else leave();
    },
    isAsking: asked !== null,
    question: asked && (
      <Question
        missing={asked.missing}
        onKeep={close}
        onSend={() => {
          close();
          asked.leave();
        }}
      />
    ),
  };
}

interface QuestionProps {
  missing: MissingOfMail;
  onKeep(): void;
  onSend(): void;
}

function Question({ missing, onKeep, onSend }: QuestionProps) {
  const title = missing.subject && missing.text ? messages.both : missing.subject ? messages.subject : messages.text;
  return (
    <Dialog
      title={title}
      onClose={onKeep}
      actions={
        <>
          <Button data-first-focus onClick={onKeep}>
            {messages.keep}
          </Button>
          <Button variant="primary" onClick={onSend}>
            {messages.send}
          </Button>
        </>
      }
    >
      {missing.subject && <p>{messages.noSubject}</p>}
      {missing.text && <p>{messages.noText}</p>}
    </Dialog>
  );
}
