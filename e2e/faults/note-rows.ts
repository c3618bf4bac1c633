import { expect, type Locator } from '@playwright/test';
import { openSection, type InboxScreen } from '../harness/inbox-screen';
import { words, type Fault } from './fault';
import type { Row } from './row';

const button = (place: Locator, name: string | RegExp) => place.getByRole('button', { name, exact: true });

/** What agents note on the ticket that is open. */
export function noteRows({ page, details }: InboxScreen, fault: Fault): Row[] {
  // Linked tickets, beside them, have an Add too.
  const notes = details.getByRole('group', { name: 'Internal Notes/Comments' });
  const text = details.getByRole('textbox', { name: 'Note', exact: true });
  return [
    {
      call: 'notes',
      path: /\/ticket\/\d+\/notes\//,
      retried: true,
      ask: () => openSection(details, 'Internal Notes/Comments'),
      // With the status behind it, where there was one.
      seen: () => expect(details.getByText(words[fault]).last()).toBeVisible(),
      again: async () => {
        await button(details, 'Retry').last().click();
        await expect(details.getByText('No notes yet.')).toBeVisible();
      },
    },
    {
      call: 'addNote',
      path: /\/ticket\/\d+\/notes\//,
      ask: async () => {
        await button(details, 'Write a note').click();
        await text.pressSequentially('Calls back');
        await button(notes, 'Add').click();
      },
      seen: async () => {
        await expect(page.getByText('Something went wrong. Please try again', { exact: true }).last()).toBeVisible();
        await expect(text).toContainText('Calls back');
      },
      again: async () => {
        await button(notes, 'Try again').click();
        await expect(page.getByText('Notes updated', { exact: true }).last()).toBeVisible();
        await button(details, 'Internal Notes/Comments').click();
      },
    },
  ];
}
