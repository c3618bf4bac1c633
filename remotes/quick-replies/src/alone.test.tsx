/** @jest-environment jsdom */
import { aQuickReply, mountPanel } from '@inbox/panel/testing';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from './panel';
import { layOut } from './testing/lay-out';
import { callsOf, choose, row, worldWith } from './testing/world';

beforeAll(layOut);
beforeEach(() => localStorage.clear());

/** A page without a shell: nobody sets topics, shows toasts or holds a conversation. */
function aloneWith(answers: Parameters<typeof worldWith>[0] = {}) {
  const fake = worldWith(answers);
  const { bus: _, ...ports } = fake.ports;
  return { ...fake, ports };
}

describe('in a page of its own', () => {
  it('lists, searches and adds, and shows itself what was done', async () => {
    const fake = aloneWith({ saveQuickReply: ({ body }) => aQuickReply({ ...body, id: 3 }) });
    await mountPanel(panel, { fake });
    await row('/Hello');
    expect(screen.queryByRole('button', { name: 'Close quick replies' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Add quick reply' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Shortcut' }), '/new');
    await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Shortcut has been added successfully')).toBeVisible();
    expect(callsOf(fake, 'saveQuickReply')).toHaveLength(1);
  });

  it.each(['Send', 'Send to the customer at once'])('%s says that there is no conversation', async (what) => {
    await mountPanel(panel, { fake: aloneWith() });
    await row('/Hello');
    if (what === 'Send') await userEvent.click(screen.getByRole('button', { name: 'Send /Hello' }));
    else await choose('/Hello', what);
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Open a conversation first.'));
  });
});
