import { color, isComposing, layer, layInTopLayer, styled, usePressElsewhere } from '@inbox/ui';
import { EmojiPicker, type EmojiPickerListEmojiProps, type EmojiPickerListRowProps } from 'frimousse';
import { useEffect, useRef } from 'react';
import { messages } from '../../messages';
import { loadEmoji } from './emoji-data';

const Panel = styled.div`
  position: absolute;
  z-index: ${layer.floating};
  inset-inline-start: 0;
  inset-block-end: calc(100% + 4px);
  inline-size: 332px;
  max-inline-size: 100%;
  padding: 8px;
  border: 1px solid ${color.line};
  border-radius: 10px;
  background: ${color.surface};
  color: ${color.text};
  box-shadow: 0 8px 24px rgb(0 0 0 / 0.16);

  & input {
    inline-size: 100%;
    min-block-size: 32px;
    margin-block-end: 8px;
    padding: 0 10px;
    border: 1px solid ${color.lineStrong};
    border-radius: 8px;
    background: ${color.surface2};
    color: ${color.text};
  }
  & [frimousse-viewport] {
    block-size: 240px;
    overflow-y: auto;
  }
  & [frimousse-category-header] {
    padding: 4px;
    background: ${color.surface};
    color: ${color.text2};
    font-size: 12px;
    text-transform: capitalize;
  }
  & [frimousse-emoji] {
    inline-size: 34px;
    block-size: 34px;
    padding: 0;
    border: 0;
    border-radius: 6px;
    background: transparent;
    font-size: 20px;
    cursor: pointer;
  }
  & [frimousse-emoji][data-active] {
    background: ${color.accentSurface};
    outline: 2px solid ${color.accent};
  }
  & [frimousse-loading],
  & [frimousse-empty] {
    display: block;
    padding: 16px;
    color: ${color.text2};
  }
`;

export { loadEmoji };

interface EmojiPanelProps {
  onPick(emoji: string): void;
  onClose(): void;
  /** The pointer, or the focus, went elsewhere; the path of a press begins with what was pressed. */
  onLeave(path: readonly EventTarget[]): void;
}

/** Searched by word; arrows move among what is found, Enter takes, Escape closes. */
export default function EmojiPanel({ onPick, onClose, onLeave }: EmojiPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stop = layInTopLayer(panel.current);
    panel.current?.querySelector('input')?.focus();
    return stop;
  }, []);
  usePressElsewhere(panel, onLeave);
  return (
    <Panel
      ref={panel}
      role="dialog"
      aria-label={messages.emoji.title}
      // The picker would choose an emoji by the Enter that ends a word.
      onKeyDownCapture={(event) => isComposing(event) && event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) onLeave([relatedTarget]);
      }}
    >
      <EmojiPicker.Root columns={9} resolveEmojiData={loadEmoji} onEmojiSelect={({ emoji }) => onPick(emoji)}>
        <EmojiPicker.Search aria-label={messages.emoji.search} placeholder={messages.emoji.search} />
        <EmojiPicker.Viewport>
          <EmojiPicker.Loading>{messages.emoji.loading}</EmojiPicker.Loading>
          <EmojiPicker.Empty>{messages.emoji.none}</EmojiPicker.Empty>
          <EmojiPicker.List components={{ Row, Emoji }} />
        </EmojiPicker.Viewport>
      </EmojiPicker.Root>
    </Panel>
  );
}

/** The library counts rows and columns from 0; for screen readers they begin at 1. */
function Row({ 'aria-rowindex': index = 0, ...props }: EmojiPickerListRowProps) {
  return <div {...props} aria-rowindex={index + 1} />;
}

function Emoji({ emoji, 'aria-colindex': index = 0, ...props }: EmojiPickerListEmojiProps) {
  return (
    <button type="button" {...props} role="gridcell" aria-colindex={index + 1}>
      {emoji.emoji}
    </button>
  );
}
