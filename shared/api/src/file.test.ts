import { describe, expect, it, jest } from '@jest/globals';
import { createApi } from './client';
import type { Transport } from './transport';

function client(...statuses: number[]) {
  const data = new Blob(['x']);
  const transport = jest.fn<Transport>(() => Promise.resolve({ status: statuses.shift() ?? 200, data }));
  return {
    data,
    transport,
    api: createApi({ baseUrl: 'https://inbox.example', getToken: async () => 'jwt a', transport }),
  };
}

describe('loading an attachment', () => {
  it('asks the inbox for it with the token', async () => {
    const { api, data, transport } = client();
    await expect(api.file('/api/inbox/attachments/1/')).resolves.toBe(data);
    expect(transport.mock.calls[0]?.[0]).toMatchObject({
      method: 'GET',
      url: 'https://inbox.example/api/inbox/attachments/1/',
      headers: { Authorization: 'jwt a' },
      responseType: 'blob',
    });
  });

  it.each(['//evil.example/x', '/\\evil.example/x', 'https://evil.example/x', 'evil', '@evil.example', ''])(
    'never sends the token to %s',
    async (path) => {
      const { api, transport } = client();
      await expect(api.file(path)).rejects.toMatchObject({ kind: 'bad-answer' });
      expect(transport).not.toHaveBeenCalled();
    },
  );

  it('tries once more with a fresh token, and tells a refusal', async () => {
    const { api, transport } = client(401, 404);
    await expect(api.file('/api/inbox/attachments/1/')).rejects.toMatchObject({ kind: 'refused' });
    expect(transport).toHaveBeenCalledTimes(2);
  });
});
