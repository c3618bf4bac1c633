import { expect, it, jest } from '@jest/globals';
import { loadedOnce } from './loaded-once';

it('code is loaded once for all who need it, and once more only after a load that failed', async () => {
  const load = jest
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue('code');
  const code = loadedOnce(load);
  await expect(code()).rejects.toThrow('no network');
  await expect(Promise.all([code(), code()])).resolves.toEqual(['code', 'code']);
  expect(load).toHaveBeenCalledTimes(2);
});
