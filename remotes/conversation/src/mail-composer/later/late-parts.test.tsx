/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { AgentId, ScheduledMail, TempId, TicketId } from '@inbox/domain';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aBrowser } from '../../testing/a-browser';
import { heldRecords } from '../../testing/held-records';
import { CUSTOMER, hers, withMails } from '../../testing/mail-drawer';
import { lookedAt } from '../../testing/reply-world';
import { LaterMenu } from './later-menu';

jest.mock('./later-dialog', () => {
  throw new Error('404');
});
jest.mock('./scheduled-list', () => {
  throw new Error('404');
});

beforeEach(() => {
  heldRecords.browser = aBrowser();
  lookedAt();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => void jest.restoreAllMocks());

const FAILED = 'This part could not be loaded.';
const planned: ScheduledMail = {
  temp_id: '5f0f1b9e-6c9a-4f0a-8d5c-2b9f0c3a7d11' as TempId,
  ticket_id: 1 as TicketId,
  agent_id: 1 as AgentId,
  agent_name: 'Asha Rao',
  kind: 'reply',
  to: [CUSTOMER],
  subject: 'Re: Kurta',
  beginning: 'Packed today',
  send_at: new Date(Date.now() + 3_600_000).toISOString(),
  failed: null,
};

it('a dialog for the time that cannot be fetched says so, and Send later is still there', async () => {
  render(<LaterMenu disabled={false} clockOffset={0} onChoose={() => undefined} />);
  await userEvent.click(screen.getByRole('button', { name: 'Send later' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Choose date and time' }));
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send later' })).toBeVisible();
});

it('a list of what is sent later that cannot be fetched says so, and the conversation works', async () => {
  await withMails([hers], { scheduledMails: () => [planned] });
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Reply' })).toBeVisible();
});
