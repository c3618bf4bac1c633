import { IconButton } from '@inbox/ui';
import { Smile } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { messages } from '../../../messages';

const loadPanel = () => import('./emoji-panel');
const EmojiPanel = lazy(loadPanel);

/** Offers emoji; the picker is loaded when it is first pointed at or opened. */
export function EmojiButton({ onPick }: { onPick(emoji: string): void }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLSpanElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.querySelector('button')?.focus();
  };
  return (
    <>
      <span ref={button}>
        <IconButton
          size="small"
          label={messages.emoji.button}
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={() => void loadPanel().catch(() => undefined)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setOpen(!open)}
        >
          <Smile size={18} aria-hidden />
        </IconButton>
      </span>
      {open && (
        <Suspense fallback={null}>
          <EmojiPanel
            onClose={close}
            onPick={(emoji) => {
              setOpen(false);
              onPick(emoji);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
