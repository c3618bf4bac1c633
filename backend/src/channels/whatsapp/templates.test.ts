import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sampleTemplates, templateDelivery } from '@inbox/simulate';
import { changeAccount } from '../../accounts/accounts';
import { metaAccounts } from '../meta/account';
import { startFakeGraph, sendJson, type FakeGraph } from '../../testing/fake-graph';
import { readTemplates, type TemplateSource } from '../../templates/list-templates';
import { closeWebhook, deadLettersHere, deliver, here, openShop, openWebhook } from '../meta/fixtures';
import { sendWhatsappTemplate } from './send';
import { createTemplateSource } from './template-source';

const BUSINESS = '5550001';
const MINUTE = 60_000;
let graph: FakeGraph;
let source: TemplateSource;
let now: Date;
/** What WhatsApp answers, page by page. */
let pages: unknown[][];
let fails: boolean;

beforeAll(async () => {
  await openWebhook();
  graph = await startFakeGraph();
});
afterAll(async () => {
  await graph.close();
  await closeWebhook();
});

beforeEach(async () => {
  await openShop('whatsapp', graph.url);
  graph.calls = [];
  now = new Date('2026-11-20T12:00:00Z');
  pages = [sampleTemplates(BUSINESS)];
  fails = false;
  const { externalId } = here.shop;
  graph.answer = ({ path }, response) => {
    const url = new URL(path, graph.url);
    if (fails) return sendJson(response, 400, { error: { message: 'Missing permission', code: 100 } });
    if (url.pathname.endsWith('/debug_token')) {
      const target_ids = ['1', BUSINESS];
      return sendJson(response, 200, {
        data: { granular_scopes: [{ scope: 'whatsapp_business_management', target_ids }] },
      });
    }
    if (url.pathname.endsWith('/phone_numbers')) {
      return sendJson(response, 200, { data: url.pathname.includes(BUSINESS) ? [{ id: externalId }] : [] });
    }
    const at = Number(url.searchParams.get('after') ?? 0);
    const isLast = at + 1 >= pages.length;
    const paging = { cursors: { after: String(at + 1) }, ...(!isLast && { next: 'https://graph.example/next' }) };
    return sendJson(response, 200, { data: pages[at], paging });
  };
  source = createTemplateSource(
    { db: here.world.test.db, now: () => now, live: here.world.context.live },
    here.world.vault,
    here.world.log,
  );
});

const list = (status: Parameters<typeof readTemplates>[3] = 'approved') =>
  readTemplates({ db: here.world.test.db, now: () => now }, source, here.shop.merchantId, status);
const names = async (status?: Parameters<typeof list>[0]) =>
  (await list(status)).templates.map(({ template_name }) => template_name);
const asked = () => graph.calls.filter(({ path }) => path.includes('message_templates')).length;
const later = (minutes: number) => (now = new Date(now.getTime() + minutes * MINUTE));

describe('the templates of an account', () => {
  it('are asked for by the business of the number, all pages, and listed by their status', async () => {
    const all = sampleTemplates(BUSINESS);
    pages = [all.slice(0, 2), all.slice(2)];
    expect(await names()).toEqual([
      'browse_the_catalogue',
      'festive_offer',
      'new_arrivals',
      'order_on_its_way',
      'we_are_here',
    ]);
    expect([await names('paused'), await names('rejected')]).toEqual([['old_offer'], ['too_pushy']]);
    expect(asked()).toBe(2);
    expect(graph.calls.every(({ authorization }) => authorization === `Bearer ${here.shop.accessToken}`)).toBe(true);
  });

  it('have their parts, and the names of those that cannot be sent', async () => {
    const { templates, problem } = await list();
    const one = (name: string) => templates.find(({ template_name }) => template_name === name);
    expect(problem).toBeNull();
    expect(one('order_on_its_way')).toMatchObject({
      language: 'en',
      status: 'approved',
      header: { kind: 'text', text: 'Order {{1}}' },
      footer: 'Reply STOP to hear no more',
      buttons: [
        { kind: 'url', label: 'Track order', value: 'https://track.example/{{1}}' },
        { kind: 'quick_reply', label: 'Talk to us' },
      ],
      not_supported: null,
    });
    expect(one('festive_offer')).toMatchObject({
      header: { kind: 'image', text: '' },
      buttons: [
        { kind: 'copy_code', value: 'DIWALI25' },
        { kind: 'phone', value: '+918045670000' },
      ],
    });
    expect([one('browse_the_catalogue')?.not_supported, one('new_arrivals')?.not_supported]).toEqual([
      'catalogue',
      'carousel',
    ]);
  });

  it('are cached for a quarter of an hour, and asked for once by many at once', async () => {
    await Promise.all([list(), list(), list()]);
    later(14);
    await list();
    expect(asked()).toBe(1);
    pages = [sampleTemplates(BUSINESS).slice(0, 1)];
    later(2);
    expect(await names()).toEqual(['order_on_its_way']);
    expect([asked(), (await names('deleted')).length]).toEqual([2, 6]);
  });

  it('are not asked for again by who had read that they are due before they came', async () => {
    let late: () => Promise<void> = () => Promise.reject(new Error('They are not due.'));
    const slow: TemplateSource = {
      sync: async (...call) => {
        late = () => source.sync(...call);
      },
    };
    await readTemplates({ db: here.world.test.db, now: () => now }, slow, here.shop.merchantId, 'approved');
    await list();
    await late();
    expect(asked()).toBe(1);
  });

  it('that sign customers in are not for chats', async () => {
    pages = [sampleTemplates(BUSINESS).map((template) => ({ ...template, category: 'AUTHENTICATION' }))];
    expect(await names()).toEqual([]);
  });

  it('that cannot be read do not take the others with them', async () => {
    pages = [[null, 7, { id: 'x' }, ...sampleTemplates(BUSINESS).slice(1, 2)]];
    expect(await names()).toEqual(['we_are_here']);
  });

  it('stay when WhatsApp refuses, and the reason is answered when there are none', async () => {
    fails = true;
    const reason = 'WhatsApp did not answer with the templates: Missing permission';
    expect(await list()).toEqual({ templates: [], problem: reason });
    await list();
    expect(graph.calls).toHaveLength(1);
    fails = false;
    later(2);
    expect(await list()).toMatchObject({ problem: null });
    fails = true;
    later(20);
    expect([(await list()).problem, await names()]).toEqual([null, expect.arrayContaining(['we_are_here'])]);
  });

  it('are those of the business that the account is set up with', async () => {
    const { db } = here.world.test;
    const { vault, shop } = { vault: here.world.vault, shop: here.shop };
    const account = await metaAccounts.find(db, vault, shop.merchantId, shop.accountId);
    if (account === undefined) throw new Error('No account of WhatsApp.');
    const credentials = { ...account.credentials, business_account_id: '777' };
    await changeAccount(db, vault, { ...account, credentials });
    await list();
    expect(graph.calls.map(({ path }) => path.split('?')[0])).toEqual(['/v21.0/777/message_templates']);
  });
});

describe('a delivery about a template', () => {
  const template = (n: number) => {
    const found = sampleTemplates(BUSINESS)[n];
    if (found === undefined) throw new Error('There is no such template.');
    return found;
  };

  it('changes its status at once, and has all asked for anew', async () => {
    await list();
    expect(await deliver(templateDelivery(BUSINESS, template(1), 'PAUSED'))).toBe(200);
    pages = [sampleTemplates(BUSINESS).map((one) => (one.name === 'we_are_here' ? { ...one, status: 'PAUSED' } : one))];
    const row = await here.world.test.db
      .selectFrom('templates')
      .select('status')
      .where('merchant_id', '=', here.shop.merchantId)
      .where('name', '=', 'we_are_here')
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('paused');
    expect([await names('paused'), asked()]).toEqual([['old_offer', 'we_are_here'], 2]);
    expect(await deadLettersHere()).toEqual([]);
  });

  it('is told to the open pages, by the webhook and by what is fetched, and only when something has changed', async () => {
    await list();
    const signal = jest.spyOn(here.world.context.live, 'signal');
    try {
      await deliver(templateDelivery(BUSINESS, template(1), 'PAUSED'));
      pages = [sampleTemplates(BUSINESS).map((one, n) => (n === 1 ? { ...one, status: 'PAUSED' } : one))];
      await list();
      expect(signal.mock.calls).toEqual([
        [
          here.shop.merchantId,
          { type: 'templates.changed', templates: [{ id: expect.any(Number), status: 'paused' }] },
        ],
      ]);
      pages = [sampleTemplates(BUSINESS).slice(1)];
      later(20);
      await list();
      expect(signal.mock.calls[1]?.[1]).toMatchObject({ templates: [{ status: 'deleted' }, { status: 'approved' }] });
    } finally {
      signal.mockRestore();
    }
  });

  it('is for who signs for the business alone', async () => {
    await list();
    await openShop('whatsapp', graph.url);
    expect(await deliver(templateDelivery(BUSINESS, template(0), 'REJECTED'))).toBe(200);
    expect(
      await here.world.test.db
        .selectFrom('templates')
        .select('id')
        .where('status', '=', 'rejected')
        .where('name', '=', 'order_on_its_way')
        .execute(),
    ).toEqual([]);
  });

  it('of a business that was never asked is no dead letter', async () => {
    expect(await deliver(templateDelivery('404', template(0), 'APPROVED'))).toBe(200);
    expect(await deadLettersHere()).toEqual([]);
  });
});

describe('a template with a file', () => {
  it('hands the file over first, and then names it', async () => {
    const { world, shop } = here;
    const account = await metaAccounts.find(world.test.db, world.vault, shop.merchantId, shop.accountId);
    if (account === undefined) throw new Error('No account of WhatsApp.');
    const { storage_key, size } = await world.uploads.put(Buffer.from('bill'), { maxBytes: 100 });
    const file = {
      storage_key,
      size,
      filename: 'bill.pdf',
      content_type: 'application/pdf',
      kind: 'document',
    } as const;
    const body = { type: 'body', parameters: [{ type: 'text', text: 'Rohit' }] };
    const steps: string[] = [];
    graph.answer = ({ path }, response) => {
      steps.push(path.split('/').at(-1) ?? '');
      sendJson(response, 200, path.endsWith('/media') ? { id: 'media-9' } : { messages: [{ id: 'wamid.9' }] });
    };
    const payload = { to: '919812345678', name: 'bill', language: 'en_US', file, components: [body] };
    const answer = await sendWhatsappTemplate(account, payload, null, {
      uploads: world.uploads,
      handOver: async () => void steps.push('hand over'),
      timeoutMs: 60_000,
    });
    expect(answer).toEqual({ kind: 'sent', externalId: 'wamid.9', note: null });
    expect(steps).toEqual(['media', 'hand over', 'messages']);
    const document = { id: 'media-9', filename: 'bill.pdf' };
    expect(graph.calls.at(-1)?.body).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '919812345678',
      type: 'template',
      template: {
        name: 'bill',
        language: { code: 'en_US' },
        components: [{ type: 'header', parameters: [{ type: 'document', document }] }, body],
      },
    });
  });
});
