/** @jest-environment jsdom */
import { aProfile, aQuickReply, mountPanel } from '@inbox/panel/testing';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from './panel';
import { layOut } from './testing/lay-out';
import { callsOf, row, worldWith } from './testing/world';

beforeAll(layOut);
beforeEach(() => localStorage.clear());

const settings = (profile = aProfile()) => ({
  redirect: false,
  redirect_url: null,
  dashboard_notification: null,
  inbox_enabled: true,
  disable_reason: null,
  profile,
});

/** A page without a shell: nobody sets topics, shows toasts or holds a conversation. The server says who is signed in. */
function aloneWith(answers: Parameters<typeof worldWith>[0] = {}) {
  const fake = worldWith({ settings: () => settings(), ...answers });
  const { bus: _, ...ports } = fake.ports;
  return { ...fake, ports };
}

describe('in a page of its own', () => {
  it('lists, searches and adds, and shows itself what was done', async () => {
    const fake = aloneWith({ saveQuickReply: ({ body }) => aQuickReply({ ...body, id: 3 }) });
    await mountPanel(panel, { fake });
    await row('/Hello');
    expect(screen.queryByRole('button', { name: 'Close quick replies' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Add quick reply' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Shortcut' }), '/new');
    await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Shortcut has been added successfully')).toBeVisible();
    expect(callsOf(fake, 'saveQuickReply')).toHaveLength(1);
  });

  it('offers no changes to an agent without the permission', async () => {
    const reader = aProfile({ user_permissions: ['access_connect_chat_page'] });
    const fake = aloneWith({ settings: () => settings(reader) });
    await mountPanel(panel, { fake });
    await row('/Hello');
    await waitFor(() => expect(callsOf(fake, 'settings')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Add quick reply' })).toBeNull();
  });

  it.each(['Send /Hello', 'Put /Hello into the reply'])('%s says that there is no conversation', async (name) => {
    await mountPanel(panel, { fake: aloneWith() });
    await row('/Hello');
    await userEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Open a conversation first.'));
  });
});
