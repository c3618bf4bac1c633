/** @jest-environment jsdom */
import { CALL_FAULTS, createFakePorts, meetCallFault, mountPanel } from '@inbox/panel/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from './panel';
import { aDeadLetter, anUnsent, aStatus } from './testing';

/** The fault of the first attempt, before `meetEach` goes through all of them. */
const FIRST = '429';
const FIRST_WORDS = 'Too many attempts.';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** As long as a failed call is tried again by itself, and a page that is seen asks again. */
const settle = () => act(() => jest.advanceTimersByTimeAsync(10_000));

const aNotice = { id: 5, is_grave: true, words: 'A limit', times: 1, at: '2026-11-20T09:00:00.000Z' };

async function show(path: RegExp) {
  const outbox = { waiting: 0, overdue_since: null, failed: 1, unknown: 0, unsent: [anUnsent()] };
  const fake = createFakePorts({
    answers: {
      allAgents: () => [],
      shopStatus: () => aStatus({ notices: [aNotice], outbox, dead_letters: { count: 1, newest: [aDeadLetter()] } }),
      sendAgain: () => ({ queued: true }),
      reprocessDeadLetter: () => ({ taken_in: true, reason: null }),
      dismissNotice: () => ({ dismissed: true }),
      deadLetterText: () => ({ text: 'As it came', truncated: false }),
      auditRecords: () => ({ records: [], next: null }),
    },
  });
  const faults = meetCallFault(fake, path, FIRST);
  await mountPanel(panel, { fake });
  await settle();
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const press = async (name: string) => {
    await user.click(screen.getByRole('button', { name }));
    await settle();
  };
  /** Meets the faults one after the other in one page: mounting it is what takes long. */
  const meetEach = async (look: (words: string) => Promise<void>) => {
    for (const [fault, words] of CALL_FAULTS) {
      faults.next(fault);
      await look(words);
      expect(faults.met()).toBeGreaterThan(0);
    }
  };
  return { fake, press, meetEach, ...faults };
}

const region = (name: string) => within(screen.getByRole('region', { name }));

describe('a call that meets one fault after the other', () => {
  it('shopStatus: the page says so, and Retry has what is there', async () => {
    const { press, meetEach, end } = await show(/\/status\/$/);
    expect(screen.getByRole('alert')).toHaveTextContent(FIRST_WORDS);
    await meetEach(async (words) => {
      await press('Retry');
      expect(screen.getByRole('alert')).toHaveTextContent(words);
    });
    end();
    await press('Retry');
    expect(region('Channels and mailboxes').getByText('Kurta House')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['sendAgain', /\/unsent\/7\/again\/$/, 'Send again', 'On its way out'],
    ['reprocessDeadLetter', /\/dead-letter\/9\/again\/$/, 'Try again', 'Not understood'],
    ['dismissNotice', /\/notice\/5\/dismiss\/$/, 'Dismiss: A limit', 'From Meta'],
  ] as const)('%s: its line says so, and the next try does it once', async (call, path, button, place) => {
    const { fake, press, meetEach, met, end } = await show(path);
    await meetEach(async (words) => {
      await press(button);
      expect(region(place).getByRole('alert')).toHaveTextContent(words);
      // What changes something is not asked again by itself.
      expect(met()).toBe(1);
    });
    end();
    await press(button);
    expect(region(place).queryByRole('alert')).toBeNull();
    expect(fake.calls.filter(({ name }) => name === call)).toHaveLength(1);
  });

  it.each([
    ['deadLetterText', /\/dead-letter\/9\/$/, 'Show the raw text', 'Not understood', 'As it came'],
    ['auditRecords', /\/audit\//, 'Search', 'Who did what', 'Nothing was found.'],
  ] as const)('%s: its place says so, and Retry shows it', async (_, path, button, place, shown) => {
    const { press, meetEach, end } = await show(path);
    await press(button);
    expect(region(place).getByRole('alert')).toHaveTextContent(FIRST_WORDS);
    await meetEach(async (words) => {
      await press('Retry');
      expect(region(place).getByRole('alert')).toHaveTextContent(words);
    });
    end();
    await press('Retry');
    expect(region(place).getByText(shown)).toBeVisible();
    expect(region(place).queryByRole('alert')).toBeNull();
  });
});
