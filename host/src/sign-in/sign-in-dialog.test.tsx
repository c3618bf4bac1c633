/** @jest-environment jsdom */
import { createApi } from '@inbox/api';
import type { OwnSession } from '@inbox/api/sign-in';
import { CALL_FAULTS, createFakePorts, meetCallFault } from '@inbox/panel/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SignInDialog } from './sign-in-dialog';

beforeAll(() => {
  // jsdom has the element, but not what makes it modal.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

const aSession = (more: Partial<OwnSession> = {}): OwnSession => ({
  id: '0b9e5f0f-6c9a-4f0a-8d5c-2b9f0c3a7d11',
  started_at: '2026-11-24T08:00:00.000Z',
  used_at: '2026-11-24T09:00:00.000Z',
  address: '192.0.2.1',
  browser: 'Firefox on Windows',
  current: false,
  ...more,
});

type Fault = Parameters<typeof meetCallFault>[2];

function show({ path, fault, sessions }: { path?: RegExp; fault?: Fault; sessions?: OwnSession[] } = {}) {
  const fake = createFakePorts({
    answers: {
      signInState: () => ({
        sessions: sessions ?? [aSession(), aSession({ id: crypto.randomUUID(), current: true, browser: null })],
      }),
      endSession: () => ({}),
      endOtherSessions: () => ({ ended: 3 }),
    },
  });
  const met = path && fault && meetCallFault(fake, path, fault);
  const { baseUrl, transport } = fake.ports.api;
  const api = createApi({ baseUrl, transport, getToken: async () => 'jwt token' });
  render(<SignInDialog api={api} onClose={() => undefined} />);
  return { fake, end: () => met?.end() };
}

const timesOf = (fake: ReturnType<typeof createFakePorts>, name: string): number =>
  fake.calls.filter((call) => call.name === name).length;

describe('where the agent is signed in', () => {
  it('marks this browser, which has no button, and names each by when it began', async () => {
    show();
    const [other, mine] = await screen.findAllByRole('listitem');
    expect(within(mine!).getByText('This browser')).toBeVisible();
    expect(within(mine!).getByText('Unknown browser')).toBeVisible();
    expect(within(mine!).queryByRole('button')).toBeNull();
    expect(other).toHaveTextContent(/Firefox on Windows.*Signed in .*2026.* last used .* from 192\.0\.2\.1/);
    expect(within(other!).getByRole('button', { name: /^End Firefox on Windows, signed in .*2026/ })).toBeVisible();
  });

  it('ends one, once for a double click, and reads the list anew', async () => {
    const { fake } = show();
    const button = await screen.findByRole('button', { name: /^End Firefox/ });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await screen.findByText('1 session has ended.')).toBeVisible();
    expect([timesOf(fake, 'endSession'), timesOf(fake, 'signInState')]).toEqual([1, 2]);
  });

  it('ends all others, and says how many', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'End all others' }));
    expect(await screen.findByText('3 sessions have ended.')).toBeVisible();
  });

  it('offers nothing to end where there is only this browser', async () => {
    show({ sessions: [aSession({ current: true })] });
    await screen.findByText('This browser');
    expect(screen.queryByRole('button', { name: /^End/ })).toBeNull();
  });
});

describe.each(CALL_FAULTS)('a call that meets %s', (fault, words) => {
  it('signInState: the dialog says so, and Retry shows what is there', async () => {
    const { end } = show({ path: /\/sign-in\//, fault });
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    end();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('This browser')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['endSession', /\/end\/$/, /^End Firefox/, '1 session has ended.'],
    ['endOtherSessions', /\/end-others\/$/, 'End all others', '3 sessions have ended.'],
  ] as const)('%s: the dialog says so, and the next try does it', async (_call, path, name, done) => {
    const { end } = show({ path, fault });
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    end();
    await userEvent.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(done)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
