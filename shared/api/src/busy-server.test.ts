import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { idFromText, NO_FILTERS, type AgentId, type TicketId } from '@inbox/domain';
import { createApi } from './client';
import type { Transport, TransportResponse } from './transport';

const ticket = idFromText<TicketId>().parse('48207');
const agent = idFromText<AgentId>().parse('3');
const ok: TransportResponse = { status: 200, data: { success: true, data: [] } };
const refusal: TransportResponse = {
  status: 429,
  data: { success: false, error: { message: 'Asked too often' } },
};

const clientOf = (transport: Transport) => createApi({ baseUrl: '', getToken: async () => 'jwt one', transport });

describe('a server that asks to be left alone for a while', () => {
  const busy = (seconds: string): TransportResponse => ({
    ...refusal,
    headers: { 'retry-after': seconds },
  });
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is asked for a read once more when its time is over, and no sooner', async () => {
    const transport = jest.fn<Transport>().mockResolvedValueOnce(busy('3')).mockResolvedValue(ok);
    const read = clientOf(transport).quickReplies({});
    await jest.advanceTimersByTimeAsync(2_999);
    expect(transport).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    await expect(read).resolves.toEqual([]);
  });

  it('is asked once more for what is asked by POST and changes nothing', async () => {
    const counts = { status: 200, data: { success: true, data: {} } };
    const transport = jest.fn<Transport>().mockResolvedValueOnce(busy('3')).mockResolvedValue(counts);
    void clientOf(transport)
      .ticketCounter({ body: { filters: NO_FILTERS } })
      .catch(() => undefined);
    await jest.advanceTimersByTimeAsync(2_999);
    expect(transport).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(transport).toHaveBeenCalledTimes(2);
  });

  it.each<[string, TransportResponse[], number]>([
    ['says so again', [busy('1'), busy('1')], 2],
    ['asks for longer than anybody waits', [busy('11')], 1],
    ['does not say how long', [refusal], 1],
  ])('is told of as it answered when it %s', async (_, answers, calls) => {
    const transport = jest.fn<Transport>();
    for (const answer of answers) transport.mockResolvedValueOnce(answer);
    const read = clientOf(transport).quickReplies({});
    const told = read.catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(await told).toMatchObject({ kind: 'refused', message: 'Asked too often' });
    expect(transport).toHaveBeenCalledTimes(calls);
  });

  it('is not asked again for a write: what it is for decides when', async () => {
    const transport = jest.fn<Transport>().mockResolvedValue(busy('1'));
    const api = clientOf(transport);
    const write = api.transfer({ body: { ticket_ids: [ticket], transfer_to: agent } });
    await expect(write).rejects.toMatchObject({ kind: 'refused', details: { retryAfterMs: 1_000 } });
    expect(transport).toHaveBeenCalledTimes(1);
  });

  it('is left alone by a read that was given up meanwhile', async () => {
    const transport = jest.fn<Transport>().mockResolvedValue(busy('2'));
    const gone = new AbortController();
    const read = clientOf(transport).quickReplies({}, { signal: gone.signal });
    const told = read.catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1_000);
    gone.abort();
    expect(await told).toBe(gone.signal.reason);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(transport).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
