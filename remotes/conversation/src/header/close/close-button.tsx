import { Button, Menu, preloadMenu, styled } from '@inbox/ui';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { messages } from '../../messages';

/** Two buttons that look like one. */
const Split = styled.span`
  display: inline-flex;
  flex: none;

  & > button:first-of-type:not(:last-of-type) {
    border-start-end-radius: 0;
    border-end-end-radius: 0;
  }
  & > button + button {
    margin-inline-start: 1px;
    padding: 0 6px;
    border-start-start-radius: 0;
    border-end-start-radius: 0;
  }
`;

interface CloseButtonProps {
  busy: boolean;
  /** May the survey go with it? */
  mayAsk: boolean;
  onClose(how: { sendCsat: boolean }): void;
}

/** Closes the ticket; where the survey may be sent, a menu beside it offers that too. */
export function CloseButton({ busy, mayAsk, onClose }: CloseButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <Split>
      <Button variant="primary" aria-disabled={busy} onClick={() => onClose({ sendCsat: false })}>
        {messages.close}
      </Button>
      {mayAsk && (
        <Button
          variant="primary"
          aria-disabled={busy}
          aria-label={messages.closeOptions}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onPointerEnter={preloadMenu}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <ChevronDown size={16} aria-hidden />
        </Button>
      )}
      <Menu
        anchor={anchor}
        label={messages.closeOptions}
        onClose={() => setAnchor(null)}
        items={[
          { key: 'close', label: messages.close, onSelect: () => onClose({ sendCsat: false }) },
          { key: 'csat', label: messages.closeAndCsat, onSelect: () => onClose({ sendCsat: true }) },
        ]}
      />
    </Split>
  );
}
