import { IconButton, lazyPart } from '@inbox/ui';
import { Smile } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { messages } from '../../messages';

const EmojiPanel = lazyPart(async () => {
  const part = await import('./emoji-panel');
  // A picker whose emoji cannot be loaded would show that it loads them without end.
  await part.loadEmoji();
  return part;
});

/** Offers emoji; the picker is loaded when it is first pointed at or opened. */
export const EmojiButton = memo(function EmojiButton({ onPick }: { onPick(emoji: string): void }) {
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
          onPointerEnter={EmojiPanel.preload}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setOpen(!open)}
        >
          <Smile size={18} aria-hidden />
        </IconButton>
      </span>
      {open && (
        <EmojiPanel
          onClose={close}
          // The pressed control keeps the focus; the click of the button itself closes the panel.
          onLeave={(path) => {
            if (!path.some((part) => part === button.current)) setOpen(false);
          }}
          onPick={(emoji) => {
            setOpen(false);
            onPick(emoji);
          }}
        />
      )}
    </>
  );
});
