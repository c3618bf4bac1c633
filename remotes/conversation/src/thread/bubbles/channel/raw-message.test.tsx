/** @jest-environment jsdom */
import { beforeEach, expect, it, jest } from '@jest/globals';
import { END_OF_LIST } from '@inbox/domain';
import { aMessage, aProfile, aTicket, createFakePorts, mountPanel } from '@inbox/panel/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from '../../../panel';
import { giveLayout } from '../../../testing/layout';

const ticket = aTicket({ id: 1, conversation_id: 101, conversation_source: 'whatsapp' });

async function openRaw(raw: string): Promise<HTMLElement> {
  const item = aMessage({
    id: 11,
    ticket_id: 1,
    conversation_id: 101,
    message: 'A message of the kind “hologram”',
    channel: { raw_url: '/api/inbox/messages/11/raw/' },
  });
  const page = { ticket, siblings: [], content: [item], oldest_timestamp: END_OF_LIST, seq: 0 };
  const fake = createFakePorts({
    open: ticket.id,
    profile: aProfile({ is_store_admin: true }),
    answers: {
      allAgents: () => [],
      markRead: () => ({ ticket }),
      content: () => ({ ...page, server_time: new Date().toISOString() }),
      // A Blob of jsdom cannot be read.
      file: () => Object.assign(new Blob([raw]), { text: async () => raw }),
    },
  });
  await mountPanel(panel, { fake });
  await userEvent.click(await screen.findByRole('button', { name: 'Show raw message' }));
  return screen.findByRole('dialog', { name: 'Message as the channel told it' });
}

beforeEach(() => {
  giveLayout();
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  // jsdom has no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
  });
  Object.assign(URL, { createObjectURL: () => 'blob:raw', revokeObjectURL: () => undefined });
});

it.each([
  ['is indented', '{"type":"hologram","frames":24}', '{\n  "type": "hologram",\n  "frames": 24\n}'],
  ['that was cut is shown as it is', '{"type":"hologram","fra', '{"type":"hologram","fra'],
])('a raw message %s, and can be copied', async (_how, raw, shown) => {
  const clipboard = userEvent.setup();
  const dialog = await openRaw(raw);
  expect(await within(dialog).findByRole('textbox')).toHaveValue(shown);
  await clipboard.click(within(dialog).getByRole('button', { name: 'Copy' }));
  await expect(navigator.clipboard.readText()).resolves.toBe(shown);
  expect(await within(dialog).findByRole('button', { name: 'Copied' })).toBeVisible();
});
