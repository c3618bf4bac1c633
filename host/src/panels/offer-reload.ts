import type { BusClient, Toast } from '@inbox/events';
import { reloadMessages } from './messages';

/** Milliseconds without a key or a click after which nobody is in the middle of something. */
export const IDLE_MS = 30_000;
/** Milliseconds that the offer stays: nothing is lost when nobody takes it, the old page works on. */
const OFFER_MS = 60_000;
const ACTION = 'host.reload';
const INPUTS = ['keydown', 'pointerdown'] as const;

interface ReloadOfferDeps {
  bus: Pick<BusClient, 'onState'>;
  toasts: {
    show(toast: Toast): void;
    /** Calls back with the id of the action that was pressed; returns how to stop. */
    onActed(listener: (id: string) => void): () => void;
  };
  reload(): void;
}

/** Offers to load the page anew when other builds of its panels are live: while the agent rests and nothing is unsent. */
export interface ReloadOffer {
  /** There are other builds. */
  wanted(): void;
  stop(): void;
}

export function createReloadOffer({ bus, toasts, reload }: ReloadOfferDeps): ReloadOffer {
  let isWanted = false;
  let hasUnsent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const offer = () => {
    isWanted = false;
    toasts.show({
      kind: 'info',
      text: reloadMessages.newer,
      duration: OFFER_MS,
      action: { label: reloadMessages.reload, id: ACTION },
    });
  };
  const rest = () => {
    clearTimeout(timer);
    if (isWanted && !hasUnsent) timer = setTimeout(offer, IDLE_MS);
  };
  const ends = [
    bus.onState('draft.present', ({ present }) => {
      hasUnsent = present;
      rest();
    }),
    toasts.onActed((id) => {
      if (id === ACTION) reload();
    }),
  ];
  for (const input of INPUTS) window.addEventListener(input, rest, { capture: true, passive: true });
  return {
    wanted() {
      isWanted = true;
      rest();
    },
    stop() {
      clearTimeout(timer);
      for (const input of INPUTS) window.removeEventListener(input, rest, { capture: true });
      for (const end of ends) end();
    },
  };
}
