/** @jest-environment jsdom */
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Profile } from '@inbox/domain';
import { aProfile, createFakePorts } from '@inbox/panel/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { layOut } from '../../testing/lay-out';
import { backend, showList } from '../../testing/list-screen';

beforeAll(async () => {
  await import('./compose-dialog');
});
beforeEach(() => {
  layOut();
  localStorage.clear();
});

const SUBJECT = 'Send without a subject?';
const TEXT = 'Send without a text?';
const BOTH = 'Send without a subject and a text?';

async function composed(subject: string, text: string) {
  const accounts = [{ id: 1, name: 'Care', email: 'care@shop.example' }] as Profile['email_accounts'];
  const signature = { account_id: 1, signature: '<div>Asha</div>' };
  const fake = createFakePorts({
    profile: aProfile({ email_accounts: accounts }),
    answers: {
      ...backend([]),
      emailGroups: () => [],
      mailSignatures: () => [signature as never],
      initiateEmail: () => ({ ticket_id: 77 as never }),
    },
  });
  const { user, write } = await showList([], fake);
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Compose Email' }));
  const dialog = await screen.findByRole('dialog', { name: 'Compose Email' });
  await write(screen.getByRole('combobox', { name: 'To' }), 'priya@mail.example');
  await user.keyboard('{Enter}');
  if (subject !== '') await write(screen.getByRole('textbox', { name: 'Subject' }), subject);
  if (text !== '') {
    fireEvent.paste(screen.getByRole('textbox', { name: 'Message' }), {
      clipboardData: { types: ['text/plain'], items: [], files: [], getData: () => text },
    });
  }
  const sent = () => fake.calls.flatMap(({ name, input }) => (name === 'initiateEmail' ? [input] : []));
  return { user, dialog, sent };
}

it.each([
  ['', 'Packed', SUBJECT],
  ['Order', '', TEXT],
  ['  ', ' ', BOTH],
])('a new mail with the subject %j and the text %j leaves after a question, and stays on Enter', async (...given) => {
  const [subject, text, question] = given;
  const { user, dialog, sent } = await composed(subject, text);
  const send = within(dialog).getByRole('button', { name: 'Send' });
  await user.click(send);
  expect(await screen.findByRole('dialog', { name: question })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Keep writing' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: question })).toBeNull());
  expect(sent()).toEqual([]);
  fireEvent.click(send);
  fireEvent.click(await screen.findByRole('button', { name: 'Send anyway' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('a new mail with subject and text leaves without a question', async () => {
  const { user, dialog, sent } = await composed('Order', 'Packed');
  await user.click(within(dialog).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
});
