/** @jest-environment jsdom */
import { anAgent, CALL_ERRORS, mountPanel, type Answers, type CallFault } from '../testing';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@inbox/api';
import type { Agent } from '@inbox/domain';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { definePanel, usePanel } from '../index';
import { useQuery, useRefetch, withQueries } from './query';

function Agents() {
  const { api } = usePanel();
  const refetch = useRefetch(['agents']);
  const agents = useQuery({ queryKey: ['agents'], queryFn: ({ signal }) => api.allAgents({}, { signal }) });
  if (agents.error) return <p>{agents.error.message}</p>;
  return <button onClick={refetch}>{agents.data ? `${agents.data.length} agents` : 'loading'}</button>;
}

const panel = definePanel({
  name: 'probe',
  version: '1.0.0',
  consumes: [],
  produces: [],
  View: withQueries(Agents),
});
const mount = (allAgents: Answers['allAgents']) => mountPanel(panel, { answers: { ...(allAgents && { allAgents }) } });

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a view with queries', () => {
  it('shows what was answered, from a cache of its own', async () => {
    const first = await mount(() => [anAgent()]);
    await screen.findByText('1 agents');
    await first.unmount();
    await mount(() => [anAgent(), anAgent({ id: 2 })]);
    expect(screen.queryByText('1 agents')).toBeNull();
    expect(await screen.findByText('2 agents')).toBeVisible();
  });

  it.each(CALL_ERRORS)(
    'that meets %s asks twice more only if that may help, and says why it failed',
    async (fault, error) => {
      jest.useFakeTimers();
      const { fake } = await mount(() => {
        throw error;
      });
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      expect(screen.getByText(error.message)).toBeVisible();
      // A hang has taken long enough, and a refusal is an answer.
      const repeated: readonly CallFault[] = ['500 JSON', '500 HTML', 'cut'];
      expect(fake.calls).toHaveLength(repeated.includes(fault) ? 3 : 1);
    },
  );

  it('asks again when the line was dead', async () => {
    jest.useFakeTimers();
    let asked = 0;
    await mount(() => {
      asked += 1;
      if (asked === 1) throw new ApiError('offline', 'Not reached');
      return [anAgent()];
    });
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(screen.getByText('1 agents')).toBeVisible();
  });

  it('gives up a first answer that is under way when it is asked anew: that one may be older', async () => {
    const answers: ((agents: Agent[]) => void)[] = [];
    const { fake } = await mount(() => new Promise((resolve) => answers.push(resolve)));
    await waitFor(() => expect(answers).toHaveLength(1));
    fireEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(fake.calls[0]?.signal?.aborted).toBe(true);
    answers[0]?.([anAgent()]);
    answers[1]?.([anAgent(), anAgent({ id: 2 })]);
    expect(await screen.findByText('2 agents')).toBeVisible();
    expect(answers).toHaveLength(2);
  });

  it('aborts what is in flight when the panel goes', async () => {
    const { fake, unmount } = await mount(() => new Promise(() => undefined));
    await waitFor(() => expect(fake.calls).toHaveLength(1));
    await unmount();
    expect(fake.calls[0]?.signal?.aborted).toBe(true);
  });

  it.each<[string, Answers['allAgents']]>([
    ['was answered', () => [anAgent()]],
    ['is in flight, and ends later', () => new Promise(() => undefined)],
  ])('leaves no timer when the panel goes and its call %s', async (_what, answer) => {
    const minutes = new Set<unknown>();
    const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void, ms?: number) => {
      const timer = set(work, ms);
      if (ms !== undefined && ms >= 60_000) minutes.add(timer);
      return timer;
    });
    jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
      minutes.delete(timer);
      clear(timer);
    });
    const { fake, unmount } = await mount(answer);
    await waitFor(() => expect(fake.calls).toHaveLength(1));
    await unmount();
    // The call that was aborted has ended by then.
    await new Promise((resolve) => set(resolve));
    expect(minutes.size).toBe(0);
  });
});
