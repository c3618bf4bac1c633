/** @jest-environment jsdom */
import { createApi } from '@inbox/api';
import type { OwnPasskey } from '@inbox/api/sign-in';
import { randomId } from '@inbox/domain';
import { CALL_FAULTS, createFakePorts, meetCallFault } from '@inbox/panel/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Passkeys } from './passkeys';

const PHONE: OwnPasskey = {
  id: '0b9e5f0f-6c9a-4f0a-8d5c-2b9f0c3a7d11',
  name: 'Phone',
  added_at: '2026-11-20T08:00:00.000Z',
  used_at: null,
};
const OPTIONS = { challenge: 'c2ln' };
const ANSWER = { id: 'a-key', response: {} };

/** What browsers have, and jsdom has not. */
class FakeCredential {
  static parseCreationOptionsFromJSON = (options: unknown): unknown => options;
  toJSON = (): unknown => ANSWER;
}
const create = jest.fn<(given: unknown) => Promise<unknown>>();

beforeEach(() => {
  create.mockReset().mockResolvedValue(new FakeCredential());
  Object.assign(globalThis, { PublicKeyCredential: FakeCredential });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));

function show({
  passkeys = [PHONE],
  wantsCode = false,
  path,
}: { passkeys?: OwnPasskey[]; wantsCode?: boolean; path?: RegExp } = {}) {
  const fake = createFakePorts({
    answers: {
      offerPasskey: () => ({ options: OPTIONS, challenge: 'sealed' }),
      addPasskey: () => ({}),
      removePasskey: () => ({}),
    },
  });
  const faults = path && meetCallFault(fake, path, '429');
  const { baseUrl, transport } = fake.ports.api;
  const api = createApi({ baseUrl, transport, getToken: async () => 'jwt token' });
  const onChanged = jest.fn();
  render(<Passkeys api={api} passkeys={passkeys} wantsCode={wantsCode} onChanged={onChanged} />);
  return { fake, onChanged, faults };
}

const inputOf = (fake: ReturnType<typeof createFakePorts>, name: string): unknown =>
  fake.calls.find((call) => call.name === name)?.input;

async function fillIn(open: string | RegExp, send: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: open }));
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: send }));
}

describe('passkeys', () => {
  it('are listed by name, with when they were added and used', () => {
    show({
      passkeys: [PHONE, { ...PHONE, id: randomId(), name: 'Laptop', used_at: '2026-11-24T09:00:00.000Z' }],
    });
    const [phone, laptop] = screen.getAllByRole('listitem');
    expect(phone).toHaveTextContent(/^Phone.*Added .*2026.* · not used yet/);
    expect(laptop).toHaveTextContent(/^Laptop.*last used .*2026/);
    expect(within(phone!).getByRole('button', { name: /^Remove Phone, added .*2026/ })).toBeVisible();
  });

  it('are added by the password and what the browser makes', async () => {
    const { fake, onChanged } = show({ passkeys: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Add a passkey' }));
    await userEvent.type(screen.getByLabelText(/^Name/), ' Work laptop ');
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    expect(await screen.findByText(/^The passkey is added/)).toBeVisible();
    expect(create).toHaveBeenCalledWith({ publicKey: OPTIONS });
    expect(inputOf(fake, 'addPasskey')).toMatchObject({
      body: { challenge: 'sealed', name: 'Work laptop', answer: ANSWER },
    });
    expect(onChanged).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus();
  });

  it('are removed by the password, with a code where there is a second step', async () => {
    const { fake } = show({ wantsCode: true });
    await userEvent.click(screen.getByRole('button', { name: /^Remove Phone/ }));
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.type(screen.getByLabelText(/^Code from your app/), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('The passkey is removed.')).toBeVisible();
    expect(inputOf(fake, 'removePasskey')).toMatchObject({ body: { password: 'secret', code: '123456' } });
  });

  it.each([
    ['InvalidStateError', 'This device has a passkey for the inbox already.'],
    ['NotAllowedError', 'No passkey was made. Please try again.'],
  ])('say what became of %s, and nothing is sent', async (name, words) => {
    create.mockRejectedValue(new DOMException('', name));
    const { fake } = show();
    await fillIn('Add a passkey', 'Continue');
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    expect(inputOf(fake, 'addPasskey')).toBeUndefined();
  });

  it('are not offered in a browser that makes none', () => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    show();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
    expect(screen.getByText(/^This browser makes no passkeys/)).toBeVisible();
  });
});

describe('a call that meets one fault after the other', () => {
  it.each([
    ['offerPasskey', /\/offer\/$/, 'Add a passkey', 'Continue', /^The passkey is added/],
    ['addPasskey', /\/add\/$/, 'Add a passkey', 'Continue', /^The passkey is added/],
    ['removePasskey', /\/remove\/$/, /^Remove Phone/, 'Remove', 'The passkey is removed.'],
  ] as const)(
    '%s: the form says so, keeps what was typed, and the next try does it',
    async (_call, path, opener, name, done) => {
      const { faults } = show({ path });
      await fillIn(opener, name);
      expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts.');
      for (const [fault, words] of CALL_FAULTS) {
        faults?.next(fault);
        await userEvent.click(screen.getByRole('button', { name }));
        await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words));
        expect(faults?.met()).toBeGreaterThan(0);
      }
      faults?.end();
      await userEvent.click(screen.getByRole('button', { name }));
      expect(await screen.findByText(done)).toBeVisible();
    },
  );
});
