/** Of the window, and of the thread in it. */
const HEIGHT = 2_000;

/**
 * jsdom lays nothing out, and a virtual list draws nothing that has no size. This gives every element one: the scroller
 * a window's height, each row a line's.
 */
export function giveLayout(): void {
  Object.defineProperty(window, 'innerHeight', { configurable: true, value: HEIGHT });
  class Observer implements ResizeObserver {
    private readonly observed = new Set<Element>();
    constructor(private readonly callback: ResizeObserverCallback) {}
    observe(target: Element): void {
      this.observed.add(target);
      queueMicrotask(() => {
        if (this.observed.has(target)) this.callback([entryOf(target)], this);
      });
    }
    unobserve(target: Element): void {
      this.observed.delete(target);
    }
    disconnect(): void {
      this.observed.clear();
    }
  }
  globalThis.ResizeObserver = Observer;
  globalThis.IntersectionObserver = Everywhere;
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollBy = () => undefined;
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement;
    },
  });
}

function entryOf(target: Element): ResizeObserverEntry {
  const height = target.getAttribute('role') === 'log' ? HEIGHT : 40;
  const size = [{ inlineSize: 800, blockSize: height }];
  return {
    target,
    contentRect: DOMRectReadOnly.fromRect({ width: 800, height }),
    borderBoxSize: size,
    contentBoxSize: size,
    devicePixelContentBoxSize: size,
  };
}

/** Everything is on the screen. */
class Everywhere implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '0px';
  readonly scrollMargin = '0px';
  readonly thresholds = [0];
  constructor(private readonly callback: IntersectionObserverCallback) {}
  observe(target: Element): void {
    const box = DOMRectReadOnly.fromRect({ width: 800, height: HEIGHT });
    const at = { boundingClientRect: box, intersectionRect: box, rootBounds: box, intersectionRatio: 1, time: 0 };
    queueMicrotask(() => this.callback([{ ...at, isIntersecting: true, target }], this));
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
