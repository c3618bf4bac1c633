/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { definePanel, useTicketLink } from '..';
import { createFakePorts, mountPanel } from '../testing';

function View() {
  const linkTo = useTicketLink();
  return <a {...linkTo(48207)}>#48207</a>;
}
const panel = definePanel({ name: 'links', version: '1.0.0', consumes: [], produces: [], View });

const link = () => screen.findByRole('link', { name: '#48207' });

describe('a link to a ticket', () => {
  it('is followed in this page by a plain click, and has an address', async () => {
    const { navigations } = (await mountPanel(panel)).fake;
    expect(await link()).toHaveAttribute('href', '/inbox/tickets/48207');
    const click = createEvent.click(await link(), { button: 0 });
    fireEvent(await link(), click);
    expect(click.defaultPrevented).toBe(true);
    expect(navigations).toEqual([{ to: 'ticket', id: 48207 }]);
  });

  it.each([{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])(
    'is the browser’s with %j',
    async (how) => {
      const { navigations } = (await mountPanel(panel)).fake;
      const click = createEvent.click(await link(), how);
      // jsdom cannot go anywhere: what it would do is enough to know.
      document.addEventListener('click', (event) => event.preventDefault(), { once: true });
      let wasPrevented = true;
      (await link()).parentElement?.addEventListener('click', (event) => (wasPrevented = event.defaultPrevented), {
        once: true,
      });
      fireEvent(await link(), click);
      expect(wasPrevented).toBe(false);
      expect(navigations).toEqual([]);
    },
  );

  it('works by mouse and keyboard in a page without addresses', async () => {
    const world = createFakePorts();
    world.ports.addressOf = undefined;
    await mountPanel(panel, { fake: world });
    expect(await link()).not.toHaveAttribute('href');
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await link());
    expect(world.navigations).toHaveLength(2);
  });
});
