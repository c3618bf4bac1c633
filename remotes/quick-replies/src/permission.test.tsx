/** @jest-environment jsdom */
import { ApiError } from '@inbox/api';
import { aProfile, mountPanel, type Answers, type FakePorts } from '@inbox/panel/testing';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from './panel';
import { layOut } from './testing/lay-out';
import { row, texts, worldWith } from './testing/world';

beforeAll(layOut);
beforeEach(() => localStorage.clear());

const reader = aProfile({ user_permissions: ['access_connect_chat_page'] });

async function openAs(profile: typeof reader, answers: Answers = {}): Promise<FakePorts> {
  const fake = worldWith(answers, profile);
  await mountPanel(panel, { fake });
  return fake;
}

/** The permissions of the signed-in agent change. */
const change = (fake: FakePorts, profile: typeof reader) => act(() => fake.setProfile(profile));
const adds = () => screen.queryByRole('button', { name: 'Add quick reply' });
const exchanges = () => screen.queryByRole('button', { name: 'Import and export' });

async function menuOf(shortcut: string): Promise<(string | null)[]> {
  await row(shortcut);
  await userEvent.click(screen.getByRole('button', { name: `More about ${shortcut}` }));
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  return entries;
}

describe('an agent without the permission to change quick replies', () => {
  it('sends them, and is offered nothing that changes or exports them', async () => {
    await openAs(reader);
    const actions = within(await row('/Hello')).getAllByRole('button');
    expect(actions.map((one) => one.textContent || one.getAttribute('aria-label'))).toEqual([
      'Send',
      'Put /Hello into the reply',
    ]);
    expect([adds(), exchanges()]).toEqual([null, null]);
  });

  it('reads in an empty list who adds them', async () => {
    await openAs(reader, { quickReplies: () => [] });
    expect(await screen.findByText('Hmmm. Nothing created yet')).toBeVisible();
    expect(screen.getByText('A store admin, or an agent who may change quick replies, adds them.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add Quick Reply' })).toBeNull();
  });
});

it('a store admin is offered all of it without the permission', async () => {
  await openAs({ ...reader, is_store_admin: true });
  expect(await menuOf('/Hello')).toEqual(['Edit', 'Delete']);
  expect([adds(), exchanges()]).not.toContain(null);
});

it('the panel follows a change of the permission while it is open', async () => {
  const fake = await openAs(reader);
  await row('/Hello');
  await change(fake, aProfile());
  expect([adds(), exchanges()]).not.toContain(null);
  await change(fake, reader);
  expect([adds(), exchanges()]).toEqual([null, null]);
});

it('a form that is open when the permission goes says why it is not saved, and loses nothing', async () => {
  const words = 'You cannot change quick replies. Ask a store admin, or an agent who may change them.';
  const fake = await openAs(aProfile(), {
    saveQuickReply() {
      throw new ApiError('refused', words, { status: 403 });
    },
  });
  await row('/Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Add quick reply' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Shortcut' }), '/new');
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Typed before');
  await change(fake, reader);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(texts(fake)).toEqual([words]));
  expect(screen.getByRole('textbox', { name: 'Shortcut' })).toHaveValue('/new');
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('Typed before');
});
