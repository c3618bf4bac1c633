/** @jest-environment jsdom */
import { createApi } from '@inbox/api';
import type { OwnSession, SecondStep, SecondStepOffer } from '@inbox/api/sign-in';
import { randomId } from '@inbox/domain';
import { CALL_FAULTS, createFakePorts, meetCallFault } from '@inbox/panel/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
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

/** The fault of the first attempt, before `meetEach` goes through all of them. */
const FIRST = '429';
const FIRST_WORDS = 'Too many attempts.';

const OFFER: SecondStepOffer = { secret: 'GEZDGNBVGY3TQOJQ', qr: { size: 21, path: 'M0 0h1v1h-1z' } };
const CODES = ['7q4k-9x2m-c8tv-0hzn', 'aaaa-bbbb-cccc-dddd'];
const ON: SecondStep = { on_since: '2026-11-20T08:00:00.000Z', recovery_codes_left: 9 };
const OFF: SecondStep = { on_since: null, recovery_codes_left: 0 };

interface Shown {
  path?: RegExp;
  sessions?: OwnSession[];
  second_step?: SecondStep;
}

function show({ path, sessions, second_step = OFF }: Shown = {}) {
  const fake = createFakePorts({
    answers: {
      signInState: () => ({
        second_step,
        sessions: sessions ?? [aSession(), aSession({ id: randomId(), current: true, browser: null })],
      }),
      endSession: () => ({}),
      endOtherSessions: () => ({ ended: 3 }),
      offerSecondStep: () => OFFER,
      confirmSecondStep: () => ({ recovery_codes: CODES }),
      removeSecondStep: () => ({}),
      renewRecoveryCodes: () => ({ recovery_codes: CODES }),
    },
  });
  const faults = path && meetCallFault(fake, path, FIRST);
  const { baseUrl, transport } = fake.ports.api;
  const api = createApi({ baseUrl, transport, getToken: async () => 'jwt token' });
  render(<SignInDialog api={api} onClose={() => undefined} />);
  /** Meets the faults one after the other in one dialog, each time that the button is pressed. */
  const meetEach = async (button: string | RegExp) => {
    for (const [fault, words] of CALL_FAULTS) {
      faults?.next(fault);
      await userEvent.click(screen.getByRole('button', { name: button }));
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words));
      expect(faults?.met()).toBeGreaterThan(0);
    }
  };
  return { fake, meetEach, end: () => faults?.end() };
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

describe('the authenticator app', () => {
  const section = async () => within(await screen.findByRole('region', { name: 'Authenticator app' }));

  it('is turned on: password, picture and secret, code, and the recovery codes', async () => {
    // Brings a clipboard.
    userEvent.setup();
    const { fake } = show();
    const app = await section();
    await userEvent.click(app.getByRole('button', { name: 'Turn on' }));
    expect(app.getByLabelText('Password')).toHaveFocus();
    expect(app.queryByLabelText(/^Code/)).toBeNull();
    await userEvent.type(app.getByLabelText('Password'), 'secret{Enter}');
    expect(await app.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    expect(app.getByText('GEZD GNBV GY3T QOJQ')).toBeVisible();
    expect(app.getByLabelText(/^6-digit code/)).toHaveFocus();
    await userEvent.type(app.getByLabelText(/^6-digit code/), '123456{Enter}');
    expect(await app.findByText(CODES[0]!)).toBeVisible();
    expect(app.getByRole('list', { name: 'Your recovery codes' })).toHaveFocus();
    await userEvent.click(app.getByRole('button', { name: 'Copy' }));
    expect(await app.findByText('Copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${CODES.join('\n')}\n`);
    await userEvent.click(app.getByRole('button', { name: 'I have saved them' }));
    expect(app.queryByText(CODES[0]!)).toBeNull();
    expect(app.getByRole('heading', { name: 'Authenticator app' })).toHaveFocus();
    expect(timesOf(fake, 'signInState')).toBe(2);
  });

  it.each([
    ['Use another phone', 'Continue', 'GEZD GNBV GY3T QOJQ'],
    ['New recovery codes', 'New recovery codes', CODES[1]!],
    ['Turn off', 'Turn off', 'The authenticator app is turned off.'],
  ])("asks for the password and a code before '%s'", async (open, send, seen) => {
    const { fake } = show({ second_step: ON });
    const app = await section();
    expect(app.getByText('9 recovery codes are left.')).toBeVisible();
    await userEvent.click(app.getByRole('button', { name: open }));
    await userEvent.type(app.getByLabelText('Password'), 'secret');
    await userEvent.type(app.getByLabelText(/^Code from your app/), '123456');
    await userEvent.click(app.getByRole('button', { name: send }));
    expect(await app.findByText(seen)).toBeVisible();
    expect(fake.calls.at(-1)?.name).toBeDefined();
  });

  it.each([
    [0, 'No recovery codes are left. Make new ones before you need them.'],
    [1, '1 recovery code is left. Make new ones before you need them.'],
    [4, '4 recovery codes are left.'],
  ])('says in time that few recovery codes are left: %i', async (recovery_codes_left, words) => {
    show({ second_step: { ...ON, recovery_codes_left } });
    expect((await section()).getByText(words)).toBeVisible();
  });

  it('is left as it is by Cancel', async () => {
    const { fake } = show({ second_step: ON });
    const app = await section();
    await userEvent.click(app.getByRole('button', { name: 'Turn off' }));
    await userEvent.click(app.getByRole('button', { name: 'Cancel' }));
    expect(app.getByRole('button', { name: 'Turn off' })).toBeVisible();
    expect(timesOf(fake, 'removeSecondStep')).toBe(0);
  });
});

describe('a call that meets one fault after the other', () => {
  it('signInState: the dialog says so, and Retry shows what is there', async () => {
    const { meetEach, end } = show({ path: /\/sign-in\// });
    expect(await screen.findByRole('alert')).toHaveTextContent(FIRST_WORDS);
    await meetEach('Retry');
    end();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('This browser')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['offerSecondStep', OFF, /\/offer\/$/, 'Turn on', 'Continue', 'GEZD GNBV GY3T QOJQ'],
    ['removeSecondStep', ON, /\/remove\/$/, 'Turn off', 'Turn off', 'The authenticator app is turned off.'],
    ['renewRecoveryCodes', ON, /\/recovery-codes\/$/, 'New recovery codes', 'New recovery codes', CODES[0]!],
  ] as const)(
    '%s: the form says so, keeps what was typed, and the next try does it',
    async (_call, second_step, path, opener, name, done) => {
      const { meetEach, end } = show({ path, second_step });
      await userEvent.click(await screen.findByRole('button', { name: opener }));
      await userEvent.type(screen.getByLabelText('Password'), 'secret');
      if (second_step === ON) await userEvent.type(screen.getByLabelText(/^Code from/), '123456');
      await meetEach(name);
      end();
      await userEvent.click(screen.getByRole('button', { name }));
      expect(await screen.findByText(done)).toBeVisible();
    },
  );

  it('confirmSecondStep: the form says so, and the next try does it', async () => {
    const { meetEach, end } = show({ path: /\/confirm\/$/ });
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await userEvent.type(await screen.findByLabelText(/^6-digit/), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(FIRST_WORDS);
    await meetEach('Turn on');
    end();
    await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByText(CODES[0]!)).toBeVisible();
  });

  it.each([
    ['endSession', /\/end\/$/, /^End Firefox/, '1 session has ended.'],
    ['endOtherSessions', /\/end-others\/$/, 'End all others', '3 sessions have ended.'],
  ] as const)('%s: the dialog says so, and the next try does it', async (_call, path, name, done) => {
    const { meetEach, end } = show({ path });
    await screen.findByRole('button', { name });
    await meetEach(name);
    end();
    await userEvent.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(done)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
