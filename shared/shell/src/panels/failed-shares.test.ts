import { expect, it, jest } from '@jest/globals';
import { createInstance } from '@module-federation/enhanced/runtime';
import { forgetFailedShares } from './loader';

it('a shared module that could not be loaded is loaded when it is requested once more', async () => {
  const get = jest.fn<() => Promise<() => string>>().mockRejectedValueOnce(new Error('no network'));
  get.mockResolvedValue(() => 'the module');
  const share = { version: '1.0.0', get, shareConfig: { singleton: true, requiredVersion: '^1.0.0' } };
  const instance = createInstance({ name: 'shell', remotes: [], shared: { query: share } });
  forgetFailedShares(instance);
  await expect(instance.loadShare('query')).rejects.toThrow('no network');
  const factory = await instance.loadShare<string>('query');
  expect(factory && factory()).toBe('the module');
  expect(get).toHaveBeenCalledTimes(2);
});
