/** @jest-environment jsdom */
import { ApiError, type ApiErrorKind } from '@inbox/api';
import { mountPanel } from '@inbox/panel/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import panel from './panel';
import { anOperatedPanel, operationsOf } from './testing';

/** What a call may meet instead of its answer, as the client tells of it: its kind, and words for the operator. */
const FAULTS: Record<string, [kind: ApiErrorKind, words: string, status?: number]> = {
  '500': ['server', 'Something went wrong. Please try again.', 500],
  '429': ['refused', 'Too many attempts. Please try again later.', 429],
  '403': ['refused', 'Only those who operate panels may do this.', 403],
  hang: ['timeout', 'The server is not answering. Please try again.'],
  cut: ['offline', 'The inbox could not be reached. Check your connection and try again.'],
  malformed: ['bad-answer', 'The inbox answered in a way this page does not understand. Please reload it.', 200],
};

/** Milliseconds in which a dead connection is tried twice more by itself, and a page that is seen asks again. */
const A_WHILE = 10_000;

let fault: ApiError | null;
let changes: unknown[];

beforeAll(() => {
  // jsdom has the element, but not what makes it modal.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
});
beforeEach(() => {
  jest.useFakeTimers();
  fault = null;
  changes = [];
});
afterEach(() => void jest.useRealTimers());

const pass = () => act(() => jest.advanceTimersByTimeAsync(A_WHILE));

async function open() {
  const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
  const failing = () => {
    if (fault) throw fault;
  };
  const { ready } = await mountPanel(panel, {
    answers: {
      panelOperations: () => {
        failing();
        return operationsOf(anOperatedPanel());
      },
      changePanel: ({ body }) => {
        failing();
        changes.push(body);
        return { revision: 8 };
      },
    },
  });
  // Its first frame, and what it asks for then.
  for (const _ of ['mount', 'answer']) await pass();
  await ready();
  return { press: (name: string) => user.click(screen.getByRole('button', { name })), user };
}

const card = () => screen.queryByRole('region', { name: 'Conversation' });

describe.each(Object.entries(FAULTS))('a call that meets %s', (_, [kind, words, status]) => {
  const failure = new ApiError(kind, words, { status });

  it('as the page is opened says so, and Retry has what is there', async () => {
    fault = failure;
    const { press } = await open();
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    expect(card()).toBeNull();
    fault = null;
    await press('Retry');
    await pass();
    expect(card()).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('as the page asks again keeps what was there, and says that it may be old until it is not', async () => {
    await open();
    fault = failure;
    await pass();
    expect(card()).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('What is shown may be old');
    fault = null;
    await pass();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('as something is changed says so in the question, keeps the reason, and changes it once at the next try', async () => {
    const { press, user } = await open();
    await press('Roll back');
    const question = within(screen.getByRole('dialog'));
    const why = question.getByLabelText('Why (for the history)');
    await user.type(why, 'It has no heart');
    fault = failure;
    await press('Confirm');
    await pass();
    expect(question.getByRole('alert')).toHaveTextContent(words);
    expect(why).toHaveValue('It has no heart');
    expect(changes).toEqual([]);
    fault = null;
    await press('Confirm');
    await pass();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(changes).toEqual([{ action: 'rollback', panel: 'conversation', version: '1.0.0', why: 'It has no heart' }]);
  });
});
