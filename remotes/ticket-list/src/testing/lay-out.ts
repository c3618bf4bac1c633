import { act } from '@testing-library/react';
import { ROW_HEIGHT } from '../list/rows/ticket-row';

/** Pixels of the list's view in tests. */
const VIEW_HEIGHT = 600;

const heightOf = (element: Element) => (element.tagName === 'LI' ? ROW_HEIGHT : VIEW_HEIGHT);

class LaidOut implements ResizeObserver {
  constructor(private readonly told: ResizeObserverCallback) {}
  observe(target: Element) {
    // Told is the virtual list alone: to tabs a size says nothing here.
    if (target.matches('[role=tablist]')) return;
    const contentRect = new DOMRect(0, 0, 376, heightOf(target));
    const entry = { target, contentRect, borderBoxSize: [], contentBoxSize: [], devicePixelContentBoxSize: [] };
    queueMicrotask(() => act(() => this.told([entry], this)));
  }
  unobserve() {}
  disconnect() {}
}

class Rect {
  constructor(
    readonly x: number,
    readonly y: number,
    readonly width: number,
    readonly height: number,
  ) {}
}

/** jsdom lays nothing out. This gives the view and its rows their heights, without which a virtual list draws no row. */
export function layOut(): void {
  const given = (name: string, get: (this: HTMLElement) => unknown) =>
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get });
  Object.assign(window, { ResizeObserver: LaidOut });
  if (!('DOMRect' in window)) Object.assign(window, { DOMRect: Rect });
  given('offsetParent', function () {
    return this.parentElement;
  });
  given('clientHeight', () => VIEW_HEIGHT);
  given('scrollHeight', function () {
    const list = this.querySelector<HTMLElement>('ul');
    return list ? Number.parseFloat(list.style.height || list.style.minHeight) : VIEW_HEIGHT;
  });
  Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
    if (typeof to === 'object') scrollTo(this, to.top ?? this.scrollTop);
  };
}

/** Scrolls as a person does: the element is told of it. */
export function scrollTo(element: Element, top: number): void {
  element.scrollTop = top;
  act(() => void element.dispatchEvent(new Event('scroll')));
}
