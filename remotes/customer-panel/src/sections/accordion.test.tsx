/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { AccordionSection } from './accordion';
import { SectionSkeleton } from './section-skeleton';

it('is as high as it was while what comes next is on its way, also when it was closed meanwhile', () => {
  let tell = (_height: number): void => undefined;
  class Observer extends ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      super(callback);
      tell = (height) => callback([{ contentRect: { height } } as ResizeObserverEntry], this);
    }
  }
  globalThis.ResizeObserver = Observer;
  const section = (about: number, isOpen: boolean, content = <p>Orders of {about}</p>) => (
    <AccordionSection title="Orders" about={about} isOpen={isOpen} onToggle={() => undefined}>
      {content}
    </AccordionSection>
  );
  const { rerender } = render(section(1, true));
  const heightOf = () => screen.getByRole('group', { hidden: true }).firstElementChild?.getAttribute('style');
  act(() => tell(120));
  // Closed it has no height.
  rerender(section(1, false));
  act(() => tell(0));
  rerender(section(2, true, <SectionSkeleton />));
  act(() => tell(44));
  expect(heightOf()).toBe('--last-height: 120px;');
});
