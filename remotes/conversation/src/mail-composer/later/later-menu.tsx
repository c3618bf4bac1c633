import { IconButton, lazyPart, Menu, preloadMenu } from '@inbox/ui';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { laterTimes } from './later-times';
import { messages } from './messages';

const LaterDialog = lazyPart(() => import('./later-dialog'));

interface LaterMenuProps {
  disabled: boolean;
  /** Milliseconds to add to this browser's clock for the server's. */
  clockOffset: number;
  /** Milliseconds, by the server's clock. */
  onChoose(at: number): void;
}

/** Beside Send: when the mail leaves instead of now. */
export function LaterMenu({ disabled, clockOffset, onChoose }: LaterMenuProps) {
  /** The control, and when it was pressed. */
  const [opened, setOpened] = useState<{ anchor: HTMLElement; now: number } | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <IconButton
        size="small"
        label={messages.open}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        onPointerEnter={preloadMenu}
        onClick={({ currentTarget }) => setOpened({ anchor: currentTarget, now: Date.now() })}
      >
        <CalendarClock size={18} aria-hidden />
      </IconButton>
      <Menu
        anchor={opened?.anchor ?? null}
        label={messages.open}
        onClose={() => setOpened(null)}
        items={[
          ...(opened === null ? [] : laterTimes(opened.now)).map(({ key, label, at }) => ({
            key,
            label,
            onSelect: () => onChoose(at + clockOffset),
          })),
          { key: 'choose', label: messages.choose, onSelect: () => setChoosing(true) },
        ]}
      />
      {isChoosing && (
        <LaterDialog
          onClose={() => setChoosing(false)}
          onChoose={(at) => {
            setChoosing(false);
            onChoose(at + clockOffset);
          }}
        />
      )}
    </>
  );
}
