import { Button } from '@inbox/ui';
import { useState, type KeyboardEvent } from 'react';
import { hrefOf } from './links';
import { messages } from './messages';
import { LinkRow as Row } from './style';
import { isComposing } from '../keys/is-composing';

const focus = (input: HTMLInputElement | null): void => input?.focus();

interface LinkRowProps {
  /** Where the link leads now; empty for none. */
  href: string;
  onApply(href: string): void;
  onRemove(): void;
  onClose(): void;
}

/** Asks where a link leads. It is no form of its own, since the editor may stand in one. */
export function LinkRow({ href, onApply, onRemove, onClose }: LinkRowProps) {
  const [typed, setTyped] = useState(href);
  const [isWrong, setWrong] = useState(false);
  const apply = () => {
    const to = hrefOf(typed);
    if (to === null) setWrong(true);
    else onApply(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    // Neither sends the form around it, nor closes its dialog.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else onClose();
  };
  return (
    <Row>
      <label>
        {messages.linkAddress}
        <input
          // Opened by a button, it is what the agent goes on with.
          ref={focus}
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={4_000}
          value={typed}
          aria-invalid={isWrong}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(false);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <Button size="small" onClick={apply}>
        {messages.linkApply}
      </Button>
      {href !== '' && (
        <Button size="small" variant="quiet" onClick={onRemove}>
          {messages.linkRemove}
        </Button>
      )}
      {isWrong && <p role="alert">{messages.linkWrong}</p>}
    </Row>
  );
}
