import { act } from '@testing-library/react';
import { ROW_HEIGHT } from '../list/reply-row';

/** Pixels of the list's view in tests. */
const VIEW_HEIGHT = 600;

class LaidOut implements ResizeObserver {
  constructor(private readonly told: ResizeObserverCallback) {}
  observe(target: Element) {
    const height = target.tagName === 'LI' ? ROW_HEIGHT : VIEW_HEIGHT;
    const contentRect = {
      x: 0,
      y: 0,
      width: 360,
      height,
      top: 0,
      left: 0,
      right: 360,
      bottom: height,
      toJSON: () => null,
    };
    const entry = { target, contentRect, borderBoxSize: [], contentBoxSize: [], devicePixelContentBoxSize: [] };
    queueMicrotask(() => act(() => this.told([entry], this)));
  }
  unobserve() {}
  disconnect() {}
}

/** jsdom lays nothing out. This gives the view and its rows their heights, without which a virtual list draws no row. */
export function layOut(): void {
  Object.assign(window, { ResizeObserver: LaidOut });
  const given = (name: string, get: (this: HTMLElement) => unknown) =>
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get });
  given('offsetParent', function () {
    return this.parentElement;
  });
  given('clientHeight', () => VIEW_HEIGHT);
  given('scrollHeight', function () {
    const list = this.querySelector<HTMLElement>('ul');
    return list ? Number.parseFloat(list.style.height || list.style.minHeight) : VIEW_HEIGHT;
  });
  Element.prototype.scrollTo = function (this: Element, to?: ScrollToOptions | number) {
    if (typeof to !== 'object') return;
    this.scrollTop = to.top ?? this.scrollTop;
    act(() => void this.dispatchEvent(new Event('scroll')));
  };
}
