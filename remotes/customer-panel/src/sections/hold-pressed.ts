/** Milliseconds after which a press is not waited for any more: its end may never be told. */
export const LONGEST_PRESS_MS = 10_000;

/** Milliseconds after the release in which its click comes: that of a finger is an event of its own. */
export const CLICK_MS = 300;

const PRESSABLE = 'button, a, input, select, label, [role="tab"]';

const topOf = (element: Element): number => element.getBoundingClientRect().top;

/**
 * Holds what is pressed under the pointer until its click: while what stands above it grows or shrinks, all of the place is
 * moved against that. A browser clicks only where press and release are of one element.
 * @param place what moves with it; its parent scrolls
 * @returns stops it
 */
export function holdPressed(place: HTMLElement): () => void {
  let release = (): void => undefined;

  function press({ isPrimary, button, pointerId, target }: PointerEvent): void {
    if (!isPrimary || button !== 0 || !(target instanceof Element)) return;
    release();
    const pressed = target.closest(PRESSABLE) ?? target;
    const within = () => topOf(pressed) - topOf(place);
    const from = within();
    let shift = 0;

    const hold = (): void => {
      // What is gone, or is not shown, has no place.
      if (pressed.getBoundingClientRect().height === 0) return;
      const needed = from - within();
      if (needed === shift) return;
      shift = needed;
      // The browser's own way to hold what is seen of a scrolled panel would be added to this one.
      Object.assign(place.style, { position: 'relative', insetBlockStart: `${shift}px`, overflowAnchor: 'none' });
    };
    // Told of changes before the next input can come; the other one of what changes without them, as an image that loads.
    const changes = new MutationObserver(hold);
    changes.observe(place, { subtree: true, childList: true, characterData: true, attributes: true });
    const sizes = new ResizeObserver(hold);
    sizes.observe(place);

    const ended = new AbortController();
    let timer = setTimeout(() => release(), LONGEST_PRESS_MS);
    release = () => {
      release = () => undefined;
      ended.abort();
      clearTimeout(timer);
      changes.disconnect();
      sizes.disconnect();
      if (shift === 0) return;
      Object.assign(place.style, { position: '', insetBlockStart: '', overflowAnchor: '' });
      // At its beginning a panel stays there; scrolled, it goes on showing what it shows.
      const scroller = place.parentElement;
      if (scroller && scroller.scrollTop > 0) scroller.scrollTop -= shift;
    };
    const { signal } = ended;
    const on = (type: 'pointerup' | 'pointercancel', listener: () => void) =>
      addEventListener(type, (event) => event.pointerId === pointerId && listener(), { signal });
    on('pointerup', () => {
      clearTimeout(timer);
      timer = setTimeout(() => release(), CLICK_MS);
      addEventListener('click', () => release(), { signal });
    });
    // A finger that scrolls, or a thing that is dragged.
    on('pointercancel', () => release());
    addEventListener('blur', () => release(), { signal });
  }

  place.addEventListener('pointerdown', press);
  return () => {
    place.removeEventListener('pointerdown', press);
    release();
  };
}
