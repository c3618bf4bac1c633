import { calls, failureSchema, type Failure } from '@inbox/api/wire';
import { INBOX_PERMISSION, type MerchantId, type QuickReply, type QuickReplyId } from '@inbox/domain';
import { MAX_QUICK_REPLIES, MAX_QUICK_REPLY_LENGTH, MAX_SHORTCUT_LENGTH } from '@inbox/domain/conversation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import { quickReplyPermissionMigration } from '../platform/db/migrations/077_quick_reply_permission';
import { dataOf, startTestInbox, type Answered, type TestInbox } from '../testing/inbox';
import { addAgent, addMerchant } from '../testing/rows';

let inbox: TestInbox;
let shop: MerchantId;
let asha: string;
let dev: string;
/** Of another merchant. */
let stranger: string;

beforeAll(async () => {
  inbox = await startTestInbox();
  shop = await addMerchant(inbox.db);
  asha = await inbox.signIn(shop, await addAgent(inbox.db, shop));
  dev = await inbox.signIn(shop, await addAgent(inbox.db, shop));
  const other = await addMerchant(inbox.db, 'The other shop');
  stranger = await inbox.signIn(other, await addAgent(inbox.db, other));
});
beforeEach(() => inbox.db.deleteFrom('quick_replies').execute());
afterAll(() => inbox.close());

const save = (body: object, token = asha) => inbox.call(token, 'saveQuickReply', { body });
const remove = (id: QuickReplyId, token = asha) => inbox.call(token, 'deleteQuickReply', { params: { id } });
const bring = (rows: object[], token = asha) => inbox.call(token, 'importQuickReplies', { body: { rows } });
const stored = async (shortcut: string, message = 'Hello'): Promise<QuickReply> =>
  dataOf(calls.saveQuickReply, await save({ shortcut, message }));
const list = async (token = asha): Promise<QuickReply[]> =>
  dataOf(calls.quickReplies, await inbox.call(token, 'quickReplies'));
const texts = async (token = asha) => (await list(token)).map(({ shortcut, message }) => [shortcut, message]);
const failure = ({ status, body }: Answered): [number, Failure['error']] => [status, failureSchema.parse(body).error];

describe('the permission to change quick replies', () => {
  const changes: readonly [string, (token: string, id: QuickReplyId) => Promise<Answered>][] = [
    ['saveQuickReply', (token) => save({ shortcut: '/new', message: 'New' }, token)],
    ['saveQuickReply with an id', (token, id) => save({ id, shortcut: '/hi', message: 'Hi' }, token)],
    ['importQuickReplies', (token) => bring([{ shortcut: '/hello', message: 'Changed' }], token)],
    ['deleteQuickReply', (token, id) => remove(id, token)],
  ];
  const agentWith = async (agent: { is_store_admin?: boolean; user_permissions: string[] }) =>
    inbox.signIn(shop, await addAgent(inbox.db, shop, agent));

  it.each(changes)('%s without it is refused, and changes nothing', async (_, attempt) => {
    const reader = await agentWith({ user_permissions: [INBOX_PERMISSION] });
    const { id } = await stored('/hello');
    const [status, error] = failure(await attempt(reader, id));
    expect([status, error.message]).toEqual([
      403,
      'You cannot change quick replies. Ask a store admin, or an agent who may change them.',
    ]);
    expect(await texts()).toEqual([['/hello', 'Hello']]);
  });

  it.each(changes)('%s is open to a store admin without it', async (_, attempt) => {
    const admin = await agentWith({ is_store_admin: true, user_permissions: [INBOX_PERMISSION] });
    const { id } = await stored('/hello');
    expect((await attempt(admin, id)).status).toBe(200);
  });

  it('is not needed to read quick replies and to count their uses', async () => {
    const reader = await agentWith({ user_permissions: [INBOX_PERMISSION] });
    const { id } = await stored('/hello');
    expect((await inbox.call(reader, 'countQuickReplyUse', { params: { id } })).status).toBe(200);
    expect(await list(reader)).toMatchObject([{ id, uses: 1 }]);
  });

  it('is given by the upgrade to every agent who may use the inbox, once', async () => {
    const other = await addMerchant(inbox.db);
    for (const user_permissions of [[INBOX_PERMISSION], [], [INBOX_PERMISSION, 'manage_quick_replies']]) {
      await addAgent(inbox.db, other, { user_permissions });
    }
    await inbox.db.transaction().execute(async (tx) => {
      await quickReplyPermissionMigration.up(tx);
      // A migration that follows in the same transaction can change the table.
      await sql`alter table agents add column shelf int`.execute(tx);
      await sql`alter table agents drop column shelf`.execute(tx);
    });
    const rows = await inbox.db
      .selectFrom('agents')
      .select('user_permissions')
      .where('merchant_id', '=', other)
      .orderBy('id')
      .execute();
    const both = [INBOX_PERMISSION, 'manage_quick_replies'];
    expect(rows.map(({ user_permissions }) => user_permissions)).toEqual([both, [], both]);
  });
});

describe('saving', () => {
  it('creates a quick reply, for every agent of the merchant and for no other', async () => {
    const made = await stored(' /hello ', 'Hello {{userFirstName}}\nthere\n');
    expect(made).toEqual({ id: made.id, shortcut: '/hello', message: 'Hello {{userFirstName}}\nthere', uses: 0 });
    expect(await list(dev)).toEqual([made]);
    expect(await list(stranger)).toEqual([]);
  });

  it('edits the one that is named', async () => {
    const { id } = await stored('/hello');
    const edited = dataOf(calls.saveQuickReply, await save({ id, shortcut: '/hi', message: 'Hi' }, dev));
    expect(await list()).toEqual([edited]);
    expect(edited).toEqual({ id, shortcut: '/hi', message: 'Hi', uses: 0 });
  });

  it('refuses a new shortcut that exists exactly so', async () => {
    await stored('/hello');
    const [status, error] = failure(await save({ shortcut: '/hello ', message: 'Another' }));
    expect([status, error.message]).toEqual([409, 'This shortcut already exists.']);
    await stored('/Hello', 'Another');
    expect(await texts(dev)).toHaveLength(2);
    expect((await save({ shortcut: '/hello', message: 'Theirs' }, stranger)).status).toBe(200);
  });

  it('does not compare an edit', async () => {
    await stored('/hello');
    const { id } = await stored('/hi');
    expect((await save({ id, shortcut: '/hello', message: 'Hi' })).status).toBe(200);
    expect(await texts()).toEqual([
      ['/hello', 'Hello'],
      ['/hello', 'Hi'],
    ]);
  });

  it('stores one of two that are made at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => save({ shortcut: '/race', message: 'x' }, at % 2 ? asha : dev)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await list()).toHaveLength(1);
  });

  it.each([
    ['no slash', 'hello', 'Hello', 'shortcut', "Add '/' at the beginning of the shortcut"],
    ['no shortcut', ' ', 'Hello', 'shortcut', "Add '/' at the beginning of the shortcut"],
    [
      'a long shortcut',
      `/${'x'.repeat(MAX_SHORTCUT_LENGTH)}`,
      'x',
      'shortcut',
      'A shortcut has 100 characters at most.',
    ],
    ['no message', '/hello', ' \n', 'message', 'Write the message first.'],
    [
      'a long message',
      '/x',
      'x'.repeat(MAX_QUICK_REPLY_LENGTH + 1),
      'message',
      'A message has 10,000 characters at most.',
    ],
  ])('refuses %s', async (_, shortcut, message, field, words) => {
    const [status, error] = failure(await save({ shortcut, message }));
    expect([status, error.message, error.fields]).toEqual([400, words, { [field]: [words] }]);
    expect(await list()).toEqual([]);
  });

  it('keeps hostile text as text', async () => {
    const hostile = `/'; drop table quick_replies; --<img src=x onerror=alert(1)>`;
    await stored(hostile, 'a\0b \ud83d {{constructor}} ‮');
    expect(await texts()).toEqual([[hostile, 'ab \ufffd {{constructor}} ‮']]);
  });

  it('has an end', async () => {
    const rows = Array.from({ length: MAX_QUICK_REPLIES }, (_, at) => ({ shortcut: `/${at}`, message: 'x' }));
    expect((await bring(rows)).status).toBe(200);
    const [status, error] = failure(await save({ shortcut: '/one-more', message: 'x' }));
    expect([status, error.message]).toEqual([400, 'There can be 5,000 quick replies at most.']);
  });
});

describe('deleting', () => {
  it('is for all agents, and says when it is gone already', async () => {
    const { id } = await stored('/hello');
    expect((await remove(id)).status).toBe(200);
    expect(await list(dev)).toEqual([]);
    const words = 'This quick reply is not there any more.';
    expect(failure(await remove(id))).toMatchObject([404, { message: words }]);
    expect(failure(await save({ id, shortcut: '/x', message: 'x' }))).toMatchObject([404, { message: words }]);
  });
});

it('counts uses', async () => {
  const { id } = await stored('/hello');
  const used = await Promise.all(
    [asha, dev, asha].map((token) => inbox.call(token, 'countQuickReplyUse', { params: { id } })),
  );
  expect(used.map(({ status }) => status)).toEqual([200, 200, 200]);
  await save({ id, shortcut: '/hello', message: 'Hello again' });
  expect(await list()).toMatchObject([{ id, uses: 3 }]);
});

describe('an import', () => {
  it('adds what is new and changes what exists; the rest stays', async () => {
    const kept = await stored('/kept');
    const hello = await stored('/hello');
    const answer = await bring([
      { shortcut: '/hello', message: 'Changed' },
      { shortcut: '/new', message: 'First' },
      { shortcut: '/new', message: 'Second' },
      { shortcut: '/kept', message: 'Hello' },
    ]);
    expect(dataOf(calls.importQuickReplies, answer)).toEqual({ added: 1, changed: 1 });
    expect(await list()).toEqual([
      { ...hello, message: 'Changed' },
      kept,
      expect.objectContaining({ message: 'Second' }),
    ]);
  });

  it('stores nothing when one row is refused', async () => {
    const answer = await bring([
      { shortcut: '/fine', message: 'Fine' },
      { shortcut: 'wrong', message: 'Wrong' },
    ]);
    expect(failure(answer)).toMatchObject([400, { fields: { 'rows.1.shortcut': [expect.any(String)] } }]);
    expect(await list()).toEqual([]);
  });

  it.each([[[]], [Array.from({ length: MAX_QUICK_REPLIES + 1 }, () => ({ shortcut: '/x', message: 'x' }))]])(
    'has bounds',
    async (rows) => {
      expect((await bring(rows)).status).toBe(400);
    },
  );
});

describe('the other agents', () => {
  const heardBy = async (token: string): Promise<{ socket: WebSocket; heard: string[] }> => {
    const socket = await inbox.socket(token);
    const heard: string[] = [];
    socket.on('message', (data: Buffer) => heard.push((JSON.parse(data.toString()) as { type: string }).type));
    await new Promise((resolve) => socket.on('message', (data: Buffer) => data.includes('caught_up') && resolve(null)));
    return { socket, heard };
  };
  const until = (socket: WebSocket, type: string) =>
    new Promise((resolve) => socket.on('message', (data: Buffer) => data.includes(`"${type}"`) && resolve(null)));

  it('are notified of each change, and those of other merchants of none', async () => {
    const ours = await heardBy(dev);
    const theirs = await heardBy(stranger);
    const made = { id: 0 as QuickReplyId };
    for (const work of [
      async () => Object.assign(made, await stored('/hello')),
      () => save({ id: made.id, shortcut: '/hi', message: 'Hi' }),
      () => bring([{ shortcut: '/b', message: 'b' }]),
      () => remove(made.id),
    ]) {
      const notified = until(ours.socket, 'quick_replies.changed');
      await work();
      await notified;
    }
    // A change of the stranger's own comes after whatever would have come before.
    const notified = until(theirs.socket, 'quick_replies.changed');
    await save({ shortcut: '/theirs', message: 'x' }, stranger);
    await notified;
    expect(theirs.heard.filter((type) => type === 'quick_replies.changed')).toHaveLength(1);
    for (const { socket } of [ours, theirs]) socket.terminate();
  });
});
