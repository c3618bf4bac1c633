/** @jest-environment jsdom */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ComponentType, FunctionComponentElement } from 'react';
import { leanBuild, type LeanBuild } from './lean-build';

/** As much of React as is tested here, as agents have it. */
interface BuiltReact {
  createElement(type: unknown, props?: object | null, ...children: unknown[]): FunctionComponentElement<object>;
  createRoot(place: Element): { render(element: unknown): void; unmount(): void };
  lazy(load: () => Promise<{ default: ComponentType }>): ComponentType;
  Suspense: unknown;
  useState<T>(initial: T): [T, (next: T) => void];
  useTransition(): [boolean, (work: () => void) => void];
}

let built: LeanBuild;
let react: BuiltReact;
beforeAll(async () => {
  built = await leanBuild('react');
  const page = globalThis as { react?: BuiltReact };
  // jsdom has none; React schedules by it.
  Object.assign(globalThis, { MessageChannel });
  const script = document.createElement('script');
  script.textContent = built.main;
  document.head.append(script);
  if (!page.react) throw new Error('The build has run without React');
  ({ react } = page);
});

/** React schedules by a port of its own here. */
class MessageChannel {
  readonly port1: { onmessage?: () => void } = {};
  readonly port2 = { postMessage: () => void setTimeout(() => this.port1.onmessage?.(), 0) };
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
};

describe('React DOM without what takes over a server’s markup, and without view transitions', () => {
  it('is built without either', () => {
    expect(built.problems).toEqual([]);
    for (const unused of ['hydrateRoot', 'startViewTransition', '.dgst', 'forceFrameRate']) {
      expect([unused, built.main.includes(unused)]).toEqual([unused, false]);
    }
  });

  it('renders, waits for what is lazy, follows a click in a transition, and leaves', async () => {
    const { createElement, createRoot, lazy, Suspense, useState, useTransition } = react;
    let arrive = (_module: { default: ComponentType }): void => undefined;
    const Late = lazy(() => new Promise((resolve) => (arrive = resolve)));
    const Counter = () => {
      const [count, setCount] = useState(0);
      const [, start] = useTransition();
      return createElement('button', { onClick: () => start(() => setCount(count + 1)) }, `clicked ${count}`);
    };
    const place = document.createElement('div');
    document.body.append(place);
    const root = createRoot(place);
    const fallback = createElement('i', null, 'waiting');
    root.render(
      createElement('p', null, createElement(Counter), createElement(Suspense, { fallback }, createElement(Late))),
    );
    await until(() => place.textContent === 'clicked 0waiting');
    place.querySelector('button')?.click();
    await until(() => place.textContent === 'clicked 1waiting');
    arrive({ default: () => createElement('b', null, 'there') });
    await until(() => place.textContent === 'clicked 1there');
    root.unmount();
    expect(place.innerHTML).toBe('');
  });
});
