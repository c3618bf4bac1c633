/**
 * jsdom lays nothing out, and a virtual list draws nothing that has no size. This gives every element one: the scroller
 * a window's height, each row a line's.
 */
export function giveLayout(): void {
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
  Element.prototype.scrollTo = () => undefined;
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement;
    },
  });
}

function entryOf(target: Element): ResizeObserverEntry {
  const height = target.getAttribute('role') === 'log' ? 2_000 : 40;
  const size = [{ inlineSize: 800, blockSize: height }];
  return {
    target,
    contentRect: DOMRectReadOnly.fromRect({ width: 800, height }),
    borderBoxSize: size,
    contentBoxSize: size,
    devicePixelContentBoxSize: size,
  };
}
