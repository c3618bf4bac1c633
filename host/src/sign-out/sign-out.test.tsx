/** @jest-environment jsdom */
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createBus, connectBus, type Unsent } from '@inbox/events';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { collectUnsent, type FoundUnsent } from './collect-unsent';
import { signOutMessages as texts } from './messages';
import { PATIENCE_MS, sendFirst } from './send-first';
import { SignOutDialog } from './sign-out-dialog';
import type { SignOutWork } from './sign-out-work';

const found = (change: Partial<FoundUnsent> = {}): FoundUnsent => ({
  waiting: 0,
  held: 0,
  lines: [],
  silent: [],
  ...change,
});
const drafts = found({ lines: ['1 draft'] });
const replies = found({ waiting: 2, lines: ['2 replies have not been sent', '1 draft'] });

describe('what is unsent', () => {
  const answer: Unsent = { waiting: 1, held: 1, lines: ['2 replies have not been sent'] };
  const panels = () =>
    ['conversation', 'customer-panel', 'quick-replies'].map((name) => ({ name, title: `The ${name}` }));

  function bus(handle: (panel: string) => Unsent | Promise<Unsent>, names: readonly string[]) {
    const made = createBus(() => {});
    for (const name of names) connectBus(made.join(name)).handle(`unsent.${name}`, () => handle(name));
    return connectBus(made.join('host'));
  }

  it('is what the panels answer; one that is not there, or of an older release, is judged by what it has stored', async () => {
    const client = bus(() => answer, ['conversation']);
    const storing = async () => new Set(['conversation', 'customer-panel']);
    expect(await collectUnsent({ bus: client, panels, storing }, false)).toEqual({
      ...answer,
      lines: [...answer.lines, texts.silent('The customer-panel')],
      silent: ['The customer-panel'],
    });
  });

  it('waits only so long for a panel that hangs, and for one that fails', async () => {
    jest.useFakeTimers();
    const client = bus(
      (name) => (name === 'conversation' ? new Promise(() => {}) : Promise.reject(new Error('crashed'))),
      ['conversation', 'customer-panel'],
    );
    const collecting = collectUnsent({ bus: client, panels, storing: async () => new Set(['conversation']) }, true);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await collecting).toMatchObject({ silent: ['The conversation'] });
    jest.useRealTimers();
  });
});

describe('sending first', () => {
  it.each<[string, FoundUnsent[], boolean, string | null, boolean[]]>([
    ['ends when all has left', [replies, found({ waiting: 1 }), drafts], false, null, [true, false, false]],
    ['says what was refused', [replies, found({ held: 2, lines: ['x'] })], false, texts.refused(2), [true, false]],
    ['says that there is no connection', [replies], true, texts.offline, [true]],
    ['ends although there is no connection when nothing waits', [drafts], true, null, [true]],
    [
      'says that a panel does not answer',
      [replies, found({ silent: ['Conversation'] })],
      false,
      texts.noAnswer('Conversation'),
      [true, false],
    ],
    ['says that the server is slow', [replies, replies, replies, replies], false, texts.slow, [true, false, false]],
  ])('%s', async (_, answers, isOffline, problem, asked) => {
    const [sends, left]: [boolean[], number[]] = [[], []];
    let clock = 0;
    const sent = await sendFirst({
      collect: async (send) => {
        sends.push(send);
        return answers[sends.length - 1]!;
      },
      isOffline: () => isOffline,
      onLeft: (count) => void left.push(count),
      signal: new AbortController().signal,
      pause: async () => void (clock += PATIENCE_MS * 0.6),
      now: () => clock,
    });
    expect(sent).toEqual({ found: answers[sends.length - 1], problem });
    expect(sends).toEqual(asked);
    expect(left).toHaveLength(sends.length);
  });
});

describe('the dialog', () => {
  const [left, closed] = [jest.fn(), jest.fn()];
  beforeAll(() => {
    // jsdom has the element, but not what makes it modal.
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function () {
      this.open = false;
    };
  });
  beforeEach(() => void jest.resetAllMocks());

  function open(change: Partial<SignOutWork> = {}) {
    const work: SignOutWork = {
      found: replies,
      whyNotKept: null,
      collect: async () => drafts,
      isOffline: () => false,
      leave: left,
      ...change,
    };
    render(<SignOutDialog work={work} onClose={closed} />);
  }
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

  it('says what there is, and offers to send, to keep, to discard and to stay', async () => {
    open();
    expect(screen.getByRole('dialog', { name: texts.unsent })).toBeVisible();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(replies.lines);
    expect(buttons()).toEqual([texts.cancel, texts.discard, texts.keep, texts.send]);
    expect(screen.getByRole('heading')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(closed).toHaveBeenCalledTimes(1);
    expect(left).not.toHaveBeenCalled();
  });

  it('offers nothing to send where there are drafts alone', () => {
    open({ found: drafts });
    expect(screen.getByRole('dialog', { name: texts.unfinished })).toBeVisible();
    expect(buttons()).toEqual([texts.cancel, texts.discard, texts.keep]);
  });

  it.each([texts.noHttps, texts.noKey])('does not offer to keep what cannot be encrypted, and says why: %s', (why) => {
    open({ whyNotKept: why });
    expect(screen.getByText(why)).toBeVisible();
    expect(buttons()).toEqual([texts.cancel, texts.discard, texts.send]);
  });

  it('keeps', async () => {
    open();
    await press(texts.keep);
    expect(left.mock.calls).toEqual([['encrypt']]);
  });

  it('discards after a second question', async () => {
    open();
    await press(texts.discard);
    expect(screen.getByRole('dialog', { name: texts.sureTitle })).toBeVisible();
    await press(texts.back);
    expect(left).not.toHaveBeenCalled();
    await press(texts.discard);
    await press(texts.discardNow);
    expect(left.mock.calls).toEqual([['discard']]);
  });

  it('sends, and signs out with the drafts kept when all has left', async () => {
    open();
    await press(texts.send);
    await waitFor(() => expect(left.mock.calls).toEqual([['encrypt']]));
  });

  it('stays when something is in the way, and when drafts are left that cannot be kept', async () => {
    open({ isOffline: () => true, collect: async () => replies });
    await press(texts.send);
    expect(await screen.findByText(texts.offline)).toBeVisible();
    expect(left).not.toHaveBeenCalled();
    document.body.replaceChildren();
    open({ whyNotKept: texts.noKey });
    await press(texts.send);
    expect(await screen.findByRole('dialog', { name: texts.unfinished })).toBeVisible();
    expect(left).not.toHaveBeenCalled();
  });

  it('says how many are left, and stops waiting', async () => {
    open({ collect: async () => replies });
    await press(texts.send);
    expect(await screen.findByText(texts.sending(2))).toBeVisible();
    await press(texts.stop);
    await act(async () => undefined);
    expect(screen.getByRole('button', { name: texts.send })).toBeVisible();
    expect(left).not.toHaveBeenCalled();
  });
});
