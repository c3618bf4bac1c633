import type { AccountId, MerchantId } from '@inbox/domain';
import * as z from 'zod/mini';
import { setBusiness } from '../../accounts/accounts';
import { metaAccounts, type MetaAccount } from '../meta/account';
import type { Vault } from '../../accounts/vault';
import type { WorkContext } from '../../platform/db/unit-of-work';
import { inTransaction } from '../../platform/db/transaction';
import { messages } from '../../platform/errors/messages';
import type { TemplateSource } from '../../templates/list-templates';
import { noteSync, storeTemplates, type ReadTemplate } from '../../templates/template-queries';
import { callGraphApi } from '../meta/graph';
import { readTemplate } from './read-templates';

/** An agent waits for the answer. */
const TIMEOUT_MS = 5_000;
const PAGE = 200;
/** WhatsApp gives a business no more than 6,000 templates. */
const MOST_PAGES = 30;

const page = z.object({
  data: z.array(z.unknown()),
  paging: z.optional(
    z.object({ cursors: z.optional(z.object({ after: z.optional(z.string()) })), next: z.optional(z.string()) }),
  ),
});
const tokenFacts = z.object({
  data: z.object({
    granular_scopes: z._default(
      z.optional(z.array(z.object({ scope: z.string(), target_ids: z.optional(z.array(z.string())) }))),
      [],
    ),
  }),
});
const numbers = z.object({ data: z.array(z.object({ id: z.string() })) });

/** WhatsApp does not answer with the templates, in words for people. */
class SyncError extends Error {
  override readonly name = 'SyncError';
}

/** Fetches templates by the Graph API. Requests for the same account at the same time are one. */
export function createTemplateSource(
  { db, now, live }: Pick<WorkContext, 'db' | 'now' | 'live'>,
  vault: Vault,
  log: (line: string) => void,
): TemplateSource {
  const underWay = new Map<AccountId, Promise<void>>();

  async function fetchAndStore(of: { merchantId: MerchantId; accountId: AccountId }): Promise<void> {
    const at = now();
    try {
      const account = await metaAccounts.find(db, vault, of.merchantId, of.accountId).catch(() => undefined);
      if (account?.kind !== 'whatsapp') throw new SyncError(messages.replyAccountOff);
      const business = await businessOf(account);
      if (business !== account.business_id) await setBusiness(db, account, business);
      const read = await fetchTemplates(account, business);
      const templates = await inTransaction(db, async (tx) => {
        const changed = await storeTemplates(tx, of, read);
        await noteSync(tx, of, at, null);
        return changed;
      });
      if (templates.length > 0) live.signal(of.merchantId, { type: 'templates.changed', templates });
    } catch (error) {
      if (!(error instanceof SyncError)) throw error;
      log(`The templates of account ${of.accountId} could not be fetched: ${error.message}`);
      await noteSync(db, of, at, error.message);
    }
  }

  return {
    sync(of, isDue) {
      const running = underWay.get(of.accountId);
      if (running !== undefined) return running;
      const work = async () => {
        if (await isDue()) await fetchAndStore(of);
      };
      const begun = work().finally(() => underWay.delete(of.accountId));
      underWay.set(of.accountId, begun);
      return begun;
    },
  };
}

async function request<T>(account: MetaAccount, path: string, schema: z.ZodMiniType<T>): Promise<T> {
  const answer = await callGraphApi(account, { method: 'GET', path }, { timeoutMs: TIMEOUT_MS });
  if (answer.kind !== 'taken') throw new SyncError(messages.templatesUnanswered(answer.reason));
  const read = schema.safeParse(answer.body);
  if (!read.success) throw new SyncError(messages.templatesUnanswered('it cannot be read.'));
  return read.data;
}

/** The business that the number belongs to: as set up, as known, or else as WhatsApp says of the access token. */
async function businessOf(account: MetaAccount): Promise<string> {
  const { business_account_id, access_token } = account.credentials;
  const known = business_account_id ?? account.business_id ?? null;
  if (known !== null) return known;
  const facts = await request(account, `debug_token?${new URLSearchParams({ input_token: access_token })}`, tokenFacts);
  const candidates = new Set(
    facts.data.granular_scopes.flatMap(({ scope, target_ids = [] }) =>
      scope.startsWith('whatsapp_business') ? target_ids : [],
    ),
  );
  for (const id of candidates) {
    const { data } = await request(account, `${encodeURIComponent(id)}/phone_numbers?fields=id&limit=200`, numbers);
    if (data.some((number) => number.id === account.external_id)) return id;
  }
  throw new SyncError(messages.templatesNoBusiness);
}

async function fetchTemplates(account: MetaAccount, business: string): Promise<ReadTemplate[]> {
  const read: ReadTemplate[] = [];
  let after: string | undefined;
  for (let n = 0; n < MOST_PAGES; n += 1) {
    const query = new URLSearchParams({
      fields: 'id,name,language,status,category,parameter_format,components',
      limit: String(PAGE),
      ...(after !== undefined && { after }),
    });
    const { data, paging } = await request(account, `${encodeURIComponent(business)}/message_templates?${query}`, page);
    read.push(...data.flatMap((one) => readTemplate(one) ?? []));
    after = paging?.next === undefined ? undefined : paging.cursors?.after;
    if (after === undefined) break;
  }
  return read;
}
