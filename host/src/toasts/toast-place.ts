import type { Breakpoint } from '../slots/breakpoint';

/** Lengths of the window's edges that toasts keep free, as CSS has them. */
export interface ToastPlace {
  blockStart: string;
  blockEnd: string;
  inlineEnd: string;
}

/** Pixels: the head of a conversation with its actions, that of the list with its tabs, and each in a low window. */
const HEAD = { conversation: 104, list: 148, low: 60 } as const;
/** Pixels: what slides over the conversation is so wide. */
export const SIDE_OVER_PX = 360;
/** Pixels: the navigation at the foot of a narrow page, and a gap. */
const FOOT = { usual: 64, low: 8 } as const;

interface Page {
  breakpoint: Breakpoint;
  isLow: boolean;
  /** Pixels: the width of the side column; 0 when no panel is open at the side. */
  sideWidth: number;
  ticketIsOpen: boolean;
  /** Pixels from the top of the window to the columns. */
  mainTop: number;
}

/**
 * Where toasts show: at the top right of the conversation (spec section 8), below its head and beside the panels at the
 * right. A panel that fills a narrow page has them at its foot, since its first rows take the whole width.
 */
export function toastPlace({ breakpoint, isLow, sideWidth, ticketIsOpen, mainTop }: Page): ToastPlace {
  const isNarrow = breakpoint === 'narrow';
  if (isNarrow && sideWidth > 0) {
    return { blockStart: 'auto', blockEnd: `${isLow ? FOOT.low : FOOT.usual}px`, inlineEnd: '0px' };
  }
  const usual = isNarrow && !ticketIsOpen ? HEAD.list : HEAD.conversation;
  const width = sideWidth === 0 ? 0 : breakpoint === 'medium' ? SIDE_OVER_PX : sideWidth;
  return {
    blockStart: `${Math.round(mainTop) + (isLow ? HEAD.low : usual)}px`,
    blockEnd: 'auto',
    inlineEnd: `${width}px`,
  };
}

/** The names under which the layer of toasts, a React root of its own, finds the place. */
export const PLACE_VARIABLES = {
  blockStart: '--inbox-toast-block-start',
  blockEnd: '--inbox-toast-block-end',
  inlineEnd: '--inbox-toast-inline-end',
} as const satisfies Record<keyof ToastPlace, string>;

/** Null: the page has no columns, and toasts show below its top bar. */
export function writeToastPlace(place: ToastPlace | null): void {
  const { style } = document.documentElement;
  for (const [edge, variable] of Object.entries(PLACE_VARIABLES)) {
    if (place === null) style.removeProperty(variable);
    else style.setProperty(variable, place[edge as keyof ToastPlace]);
  }
}
