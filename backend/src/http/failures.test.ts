import { expect, it } from '@jest/globals';
import { fastify } from 'fastify';
import { answerFailures } from './failures';
import { messages } from './messages';

async function answerTo(error: Error) {
  const app = fastify();
  answerFailures(app);
  app.get('/', () => Promise.reject(error));
  const { statusCode, headers, body } = await app.inject('/');
  return { statusCode, again: headers['retry-after'], body: JSON.parse(body) as unknown };
}

it('says of a database that is away that it is, and when to come again', async () => {
  expect(await answerTo(new Error('timeout exceeded when trying to connect'))).toEqual({
    statusCode: 503,
    again: '2',
    body: { success: false, error: { message: messages.noDatabase, code: 'no_database' } },
  });
});

it('says nothing of what nobody expected', async () => {
  expect(await answerTo(new Error('the secret is 42'))).toEqual({
    statusCode: 500,
    again: undefined,
    body: { success: false, error: { message: messages.server, code: 'server' } },
  });
});
