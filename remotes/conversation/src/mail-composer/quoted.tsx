import type { EmailMessage } from '@inbox/domain';
import { Button } from '@inbox/ui';
import { useId, useState, type ReactNode } from 'react';
import { messages } from './messages';

interface QuotedProps {
  /** Null for none, undefined while it is loading. */
  mail: EmailMessage | null | undefined;
  quote(mail: EmailMessage): ReactNode;
  /** At first. */
  isOpen: boolean;
  isRemoved: boolean;
  /** Absent where the quote is what the mail is for. */
  onRemove?(isRemoved: boolean): void;
}

/** What the mail quotes, folded behind three dots, with a way to leave it out. */
export function Quoted({ mail, quote, isOpen, isRemoved, onRemove }: QuotedProps) {
  const [isShown, setShown] = useState(isOpen);
  const id = useId();
  if (mail === null) return null;
  if (mail === undefined) return <p role="status">{messages.quotedLoading}</p>;
  if (isRemoved) {
    return (
      <div>
        <Button size="small" onClick={() => onRemove?.(false)}>
          {messages.quoteAgain}
        </Button>
      </div>
    );
  }
  return (
    <div>
      <Button
        size="small"
        aria-expanded={isShown}
        aria-controls={id}
        aria-label={isShown ? messages.hideQuoted : messages.showQuoted}
        onClick={() => setShown(!isShown)}
      >
        …
      </Button>{' '}
      {onRemove && (
        <Button size="small" variant="quiet" onClick={() => onRemove(true)}>
          {messages.removeQuoted}
        </Button>
      )}
      <div id={id} hidden={!isShown}>
        {isShown && quote(mail)}
      </div>
    </div>
  );
}
