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
}

/** What the mail quotes, folded behind three dots. */
export function Quoted({ mail, quote, isOpen }: QuotedProps) {
  const [isShown, setShown] = useState(isOpen);
  const id = useId();
  if (mail === null) return null;
  if (mail === undefined) return <p role="status">{messages.quotedLoading}</p>;
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
      </Button>
      <div id={id} hidden={!isShown}>
        {isShown && quote(mail)}
      </div>
    </div>
  );
}
