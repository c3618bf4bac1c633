import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import { UNDO_MS } from '@inbox/domain';
import { aLog, anEmail, aTicket } from '@inbox/panel/testing';
import { newOutgoing } from '../reply/new-outgoing';
import type { ReplyAnswer } from '../reply/sender';
import { createUndoSends } from './undo-sends';

const ticket = aTicket({ id: 1, conversation_id: 101, conversation_source: 'email' });
const outgoing = newOutgoing(ticket, { text: 'To the wrong town', attachments: [] }, 0, null);
const stored: ReplyAnswer = { item: anEmail({ send_status: 'sending', actor: 'merchant' }), ticket };
const undone: ReplyAnswer = { item: aLog(), ticket };

function world() {
  const parts = { undo: jest.fn<() => Promise<ReplyAnswer>>(), restore: jest.fn() };
  const undoSends = createUndoSends(parts);
  undoSends.stored(stored, outgoing);
  return { ...parts, undoSends };
}

describe('taking an e-mail back', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('goes on until the server has answered: it may have taken the mail back, and nobody else has its text', async () => {
    const { undo, restore, undoSends } = world();
    undo
      .mockRejectedValueOnce(new ApiError('offline', 'No line.'))
      .mockRejectedValueOnce(new ApiError('server', 'Busy.'));
    undo.mockResolvedValue(undone);
    const ended = undoSends.undo(outgoing.temp_id);
    await jest.advanceTimersByTimeAsync(UNDO_MS);
    await ended;
    expect(restore.mock.calls).toEqual([[outgoing]]);
    expect(undo).toHaveBeenCalledTimes(3);
    expect(undoSends.list()).toEqual([]);
  });

  it('ends with the server’s no', async () => {
    const { undo, restore, undoSends } = world();
    undo.mockRejectedValueOnce(new ApiError('offline', 'No line.'));
    undo.mockRejectedValue(new ApiError('refused', 'It has left already.'));
    const ended = undoSends.undo(outgoing.temp_id).catch(String);
    await jest.advanceTimersByTimeAsync(UNDO_MS);
    expect(await ended).toContain('It has left already.');
    expect(restore).not.toHaveBeenCalled();
    expect(undoSends.list()).toEqual([]);
  });

  it('asks no more when the panel is gone', async () => {
    const { undo, undoSends } = world();
    undo.mockRejectedValue(new ApiError('offline', 'No line.'));
    void undoSends.undo(outgoing.temp_id);
    await jest.advanceTimersByTimeAsync(0);
    undoSends.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(undo).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
