/** @jest-environment jsdom */
import type { AgentStatus } from '@inbox/domain';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AGENT_STATUS_KEY, createAgentStatus } from './agent-status';

beforeEach(() => localStorage.clear());

function keeper(setOnServer: (status: AgentStatus) => Promise<unknown> = () => Promise.resolve()) {
  const told = jest.fn(setOnServer);
  const onFailed = jest.fn();
  return { status: createAgentStatus({ setOnServer: told, onFailed }), told, onFailed };
}

describe('the status of an agent', () => {
  it.each([
    [null, 'offline'],
    ['online', 'online'],
    ['break', 'break'],
    ['logout', 'offline'],
    ['asleep', 'offline'],
  ] as const)('that was stored as %s is restored as %s when the socket opens', async (stored, restored) => {
    if (stored !== null) localStorage.setItem(AGENT_STATUS_KEY, stored);
    const { status, told } = keeper();
    await status.restore();
    expect(told).toHaveBeenCalledWith(restored);
    expect(status.current.get()).toBe(restored);
  });

  it('is shown, stored as agent_status and stored on the server when chosen', async () => {
    const { status, told } = keeper();
    const chosen = status.choose('break');
    expect(status.current.get()).toBe('break');
    expect(localStorage.getItem('agent_status')).toBe('break');
    await chosen;
    expect(told).toHaveBeenCalledWith('break');
  });

  it('is taken back when the server did not take it', async () => {
    const { status, onFailed } = keeper(() => Promise.reject(new Error('offline')));
    await status.choose('online');
    expect(status.current.get()).toBe('offline');
    expect(localStorage.getItem('agent_status')).toBe('offline');
    expect(onFailed).toHaveBeenCalledTimes(1);
  });

  it('that was chosen later is not taken back by the failure of an earlier one', async () => {
    let fail: (error: Error) => void = () => {};
    const { status } = keeper((choice) =>
      choice === 'break' ? new Promise((_, reject) => (fail = reject)) : Promise.resolve(),
    );
    const first = status.choose('break');
    await status.choose('online');
    fail(new Error('late'));
    await first;
    expect(status.current.get()).toBe('online');
  });

  it('is shown as another tab has chosen it, and forgotten without a word when that one signs out', () => {
    const { status, told } = keeper();
    const otherTab = (newValue: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key: AGENT_STATUS_KEY, newValue }));
    localStorage.setItem(AGENT_STATUS_KEY, 'break');
    otherTab('break');
    expect(status.current.get()).toBe('break');
    localStorage.clear();
    otherTab(null);
    expect(status.current.get()).toBe('break');
    expect(told).not.toHaveBeenCalled();
    status.stop();
    localStorage.setItem(AGENT_STATUS_KEY, 'online');
    otherTab('online');
    expect(status.current.get()).toBe('break');
  });
});
