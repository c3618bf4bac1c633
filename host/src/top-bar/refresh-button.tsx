import { Button, color, keyframes, styled, TOUCH } from '@inbox/ui';
import { Check, RefreshCw } from 'lucide-react';
import { type ReadableStore, useStore } from '@inbox/panel/store';
import { messages } from '../messages';
import { useBreakpoint } from '../slots/context';

const spin = keyframes`to { transform: rotate(360deg) }`;

const RefreshBox = styled(Button)`
  /* The widest of its words: nothing beside it moves. */
  inline-size: 124px;
  &[data-state='refreshing'] svg {
    animation: ${spin} 0.8s linear infinite;
  }
  &[data-state='refreshed'] {
    color: ${color.good};
  }
  &[data-narrow] {
    inline-size: 32px;
    padding: 0;
  }
  ${TOUCH} {
    &[data-narrow] {
      inline-size: 44px;
    }
  }
  &[data-narrow] > span {
    display: none;
  }
`;

interface Refresher {
  state: ReadableStore<keyof typeof messages.refresh>;
  press(): Promise<void>;
}

/** Refresh, Refreshing, Refreshed (green, for a second), Refresh (spec section 4). */
export function RefreshButton({ refresher }: { refresher: Refresher }) {
  const state = useStore(refresher.state);
  const narrow = useBreakpoint() === 'narrow';
  const Icon = state === 'refreshed' ? Check : RefreshCw;
  return (
    <RefreshBox
      data-state={state}
      data-narrow={narrow || undefined}
      aria-label={messages.refresh[state]}
      onClick={() => void refresher.press()}
    >
      <Icon size={16} aria-hidden />
      <span>{messages.refresh[state]}</span>
    </RefreshBox>
  );
}
