/** @jest-environment jsdom */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startPageWorker } from './page-worker';
import { WORKER_SCOPE } from './requests';

const sent: unknown[] = [];
const active = { postMessage: (message: unknown) => void sent.push(message) };
const unregister = jest.fn(async () => true);
const register = jest.fn(async (_path: string, _options: unknown) => ({ active }));
const dropped: string[] = [];
let revision = () => {};

const provide = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true });

beforeEach(() => {
  sent.length = 0;
  dropped.length = 0;
  jest.clearAllMocks();
  provide(navigator, 'serviceWorker', { register, getRegistration: async () => ({ active, unregister }) });
  provide(globalThis, 'caches', {
    keys: async () => ['inbox.files.1', 'others'],
    delete: async (name: string) => void dropped.push(name),
  });
});
afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

const begin = (change: Partial<Parameters<typeof startPageWorker>[0]> = {}) =>
  startPageWorker({
    isAllowed: () => true,
    agentId: '7',
    hostVersion: '1.0.0-a',
    onRevision(listener) {
      revision = listener;
      return () => void (revision = () => {});
    },
    ...change,
  });
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const STORE = { kind: 'store', agentId: '7', hostVersion: '1.0.0-a' };

describe('the page', () => {
  it('has the worker for the inbox’s addresses alone, and what it has painted with stored', async () => {
    begin();
    await settled();
    expect(register).toHaveBeenCalledWith('/service-worker.js', { scope: WORKER_SCOPE, updateViaCache: 'none' });
    expect(sent).toEqual([STORE]);
  });

  it('has it stored again when the registry has another revision', async () => {
    const stop = begin();
    await settled();
    revision();
    await settled();
    expect(sent).toEqual([STORE, STORE]);
    stop();
    revision();
    await settled();
    expect(sent).toHaveLength(2);
  });

  it('takes a worker of before away where none is allowed', async () => {
    begin({ isAllowed: () => false });
    await settled();
    expect(register).not.toHaveBeenCalled();
    expect(sent).toEqual([{ kind: 'forget' }]);
    expect(unregister).toHaveBeenCalled();
    expect(dropped).toEqual(['inbox.files.1']);
  });

  it.each([
    ['refuses', async () => Promise.reject(new DOMException('The operation is insecure', 'SecurityError'))],
    ['gives nothing', async () => undefined],
  ])('goes on where the browser %s', async (_, refused) => {
    register.mockImplementationOnce(refused as never);
    begin();
    await settled();
    expect(sent).toEqual([]);
  });

  it('has none in a browser that knows none, nor from source', async () => {
    begin({ hostVersion: undefined });
    Reflect.deleteProperty(navigator, 'serviceWorker');
    begin();
    await settled();
    expect(register).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });
});
