import { findMetaAccounts, type MetaAccount } from '../../store/accounts';
import type { Vault } from '../../store/credentials';
import { wordsOf } from '../../store/error-words';
import { keep } from '../../store/kept';
import { isPassing } from '../../store/passing-error';
import type { WorkContext } from '../../work/change';
import { receiveMessage } from '../../work/receive-message';
import { reportDelivery } from '../../work/report-delivery';
import { partsOf, type Part } from './delivery';
import { readMessage, readStatus } from './read-message';
import { isSignedBy } from './signature';
import { takeComment, takeMessaging } from './take-social';

export interface MetaDeps {
  context: WorkContext;
  vault: Vault;
  /** Told, in one line, of what the operator should know; never a secret. */
  log: (line: string) => void;
}

/**
 * Takes a delivery in, part by part. A part that is not understood, or cannot be worked on, is kept for the operator.
 * @returns 'unsigned' when no account's app secret signed these bytes: then nothing of it is kept
 * @throws when the database cannot be reached; what is delivered again then is recognised
 */
export async function takeDelivery(
  deps: MetaDeps,
  body: Buffer,
  signature: string | undefined,
): Promise<'taken' | 'unsigned'> {
  const { db } = deps.context;
  const json = parseJson(body);
  const parts = partsOf(body, json);
  const named = [...new Set(parts.flatMap(({ account }) => account ?? []))];
  const accounts = await findMetaAccounts(db, deps.vault, named);
  const signers = accounts.filter(({ credentials }) => isSignedBy(credentials.app_secret, signature, body));
  if (signers.length === 0 && !(await isSignedByAny(deps, signature, body))) return 'unsigned';

  for (const part of parts) {
    // An app's secret speaks for the accounts of that app alone.
    const account = signers.find(
      ({ external_id, kind }) => external_id === part.account && kindsOf(part).includes(kind),
    );
    await takePart(deps, part, account ?? null);
  }
  return 'taken';
}

/** A page may have the number that an account has elsewhere; the delivery says which is meant. */
function kindsOf(part: Part): readonly MetaAccount['kind'][] {
  switch (part.kind) {
    case 'message':
    case 'status':
      return ['whatsapp'];
    case 'messaging':
    case 'comment':
      return [part.object === 'instagram' ? 'instagram' : 'messenger'];
    default:
      return ['whatsapp', 'instagram', 'messenger'];
  }
}

/** Meta signs also what names no account of ours, or none at all: a number that is not set up yet, news of the app. */
async function isSignedByAny({ context, vault }: MetaDeps, signature: string | undefined, body: Buffer) {
  if (signature === undefined) return false;
  const accounts = await findMetaAccounts(context.db, vault, 'all');
  const secrets = new Set(accounts.map(({ credentials }) => credentials.app_secret));
  return [...secrets].some((secret) => isSignedBy(secret, signature, body));
}

async function takePart(deps: MetaDeps, part: Part, account: MetaAccount | null): Promise<void> {
  const { db } = deps.context;
  const keepIt = async (reason: string) =>
    keep(db, { merchantId: account?.merchant_id ?? null, door: 'meta', reason, body: part.body });
  try {
    const reason = await workOn(deps.context, part, account);
    if (reason !== null) await keepIt(reason);
  } catch (error) {
    if (isPassing(error)) throw error;
    const words = wordsOf(error);
    deps.log(`A part of a delivery by Meta is kept, since it failed: ${words}`);
    await keepIt(`Could not be taken in: ${words}`);
  }
}

/** @returns why the operator should look at it; null when all is well */
async function workOn(context: WorkContext, part: Part, account: MetaAccount | null): Promise<string | null> {
  if (part.kind === 'other') return part.reason;
  if (part.kind === 'ignored') return null;
  if (account === null) return `No account '${part.account}' is set up for the app that signed this.`;
  if (part.kind === 'messaging') return takeMessaging(context, part, account);
  if (part.kind === 'comment') return takeComment(context, part, account);
  if (part.kind === 'status') {
    const report = readStatus(account, part.status);
    if (report === null) return 'A report that is not understood.';
    await reportDelivery(context, report);
    return null;
  }
  const read = readMessage(account, part.message, part.contacts, context.now());
  if (read === null) return 'A message that does not say which it is or whose.';
  await receiveMessage(context, read.incoming);
  return read.isUnderstood ? null : 'A message of a kind that is not understood; its thread shows that it came.';
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
