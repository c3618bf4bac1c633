import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import type { Outgoing } from '@inbox/domain';
import { UNDO_MS } from '@inbox/domain/conversation';
import { CALL_ERRORS, aLog, anEmail, aTicket } from '@inbox/panel/testing';
import type { AlsoWrite } from '../storage/records';
import { aBrowser, type ABrowser } from '../testing/a-browser';
import { newOutgoing } from './new-outgoing';
import type { ReplyAnswer } from './send-loop';
import { createUndoSends } from './undo-sends';

const ticket = aTicket({ id: 1, conversation_id: 101, conversation_source: 'email' });
const outgoing = newOutgoing(ticket, { text: 'To the wrong town', attachments: [] }, 0, null);
const stored: ReplyAnswer = { item: anEmail({ send_status: 'sending', actor: 'merchant' }), ticket };
const undone: ReplyAnswer = { item: aLog(), ticket };

/** A page of the browser. */
async function open(browser: ABrowser) {
  const parts = {
    undo: jest.fn<() => Promise<ReplyAnswer>>(),
    restore: jest.fn<(outgoing: Outgoing, also: AlsoWrite) => Promise<void>>().mockResolvedValue(undefined),
  };
  const undoSends = createUndoSends({ ...parts, alone: browser.alone, records: await browser.open() });
  return { ...parts, undoSends, stop: undoSends.start() };
}

/** One that has just sent a mail. */
async function world() {
  const page = await open(aBrowser());
  page.undoSends.stored(stored, outgoing);
  return page;
}

describe('taking an e-mail back', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('goes on until the server has answered: it may have taken the mail back, and nobody else has its text', async () => {
    const { undo, restore, undoSends } = await world();
    undo
      .mockRejectedValueOnce(new ApiError('offline', 'No line.'))
      .mockRejectedValueOnce(new ApiError('server', 'Busy.'));
    undo.mockResolvedValue(undone);
    const ended = undoSends.undo(outgoing.temp_id);
    await jest.advanceTimersByTimeAsync(UNDO_MS);
    await ended;
    expect(restore.mock.calls).toMatchObject([[outgoing, { kinds: ['undo'] }]]);
    expect(undo).toHaveBeenCalledTimes(3);
    expect(undoSends.list.get()).toEqual([]);
  });

  it.each(CALL_ERRORS)('that meets %s is asked for again, unless the server has said no', async (fault, error) => {
    const { undo, restore, undoSends } = await world();
    undo.mockRejectedValueOnce(error).mockResolvedValue(undone);
    const ended = undoSends.undo(outgoing.temp_id).then(() => 'undone', String);
    await jest.advanceTimersByTimeAsync(0);
    const isRefused = fault === '429' || fault === '403';
    // Refused in time, it is offered again.
    expect(undoSends.list.get()).toMatchObject([{ isUndoing: !isRefused, isUnanswered: !isRefused }]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await ended).toBe(isRefused ? String(error) : 'undone');
    expect(restore).toHaveBeenCalledTimes(isRefused ? 0 : 1);
    await undoSends.undo(outgoing.temp_id);
    expect(restore).toHaveBeenCalledTimes(1);
  });

  it('ends with the server’s no', async () => {
    const { undo, restore, undoSends } = await world();
    undo.mockRejectedValueOnce(new ApiError('offline', 'No line.'));
    undo.mockRejectedValue(new ApiError('refused', 'It has left already.'));
    const ended = undoSends.undo(outgoing.temp_id).catch(String);
    await jest.advanceTimersByTimeAsync(UNDO_MS);
    expect(await ended).toContain('It has left already.');
    expect(restore).not.toHaveBeenCalled();
    expect(undoSends.list.get()).toEqual([]);
  });

  it('asks no more when the panel is gone', async () => {
    const { undo, undoSends, stop } = await world();
    undo.mockRejectedValue(new ApiError('offline', 'No line.'));
    undoSends.undo(outgoing.temp_id).catch(() => undefined);
    await jest.advanceTimersByTimeAsync(0);
    stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(undo).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is offered after a reload and in other tabs for what is left of the ten seconds', async () => {
    const browser = aBrowser();
    const other = await open(browser);
    const first = await open(browser);
    first.undoSends.stored(stored, outgoing);
    await jest.advanceTimersByTimeAsync(4_000);
    first.stop();
    const reloaded = await open(browser);
    for (const { undoSends } of [other, reloaded]) {
      expect(undoSends.list.get()).toMatchObject([{ to: ticket.full_name, isUndoing: false }]);
    }
    await jest.advanceTimersByTimeAsync(6_000);
    for (const { undoSends } of [other, reloaded]) expect(undoSends.list.get()).toEqual([]);
    expect(browser.stored('undo')).toEqual([]);
  });

  it('goes on after a reload that came before the answer: the text is not lost', async () => {
    const browser = aBrowser();
    const first = await open(browser);
    first.undoSends.stored(stored, outgoing);
    // The server takes it back, and nobody hears.
    first.undo.mockReturnValue(new Promise(() => undefined));
    void first.undoSends.undo(outgoing.temp_id);
    await jest.advanceTimersByTimeAsync(0);
    first.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    const reloaded = await open(browser);
    reloaded.undo.mockResolvedValue(undone);
    await jest.advanceTimersByTimeAsync(0);
    expect(reloaded.restore.mock.calls).toMatchObject([[outgoing, { kinds: ['undo'] }]]);
    expect(reloaded.undoSends.list.get()).toEqual([]);
    expect(browser.stored('undo')).toEqual([]);
  });
});
