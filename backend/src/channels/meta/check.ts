import { createHmac, randomUUID } from 'node:crypto';
import type { MetaAccount } from './account';
import { callGraphApi } from './graph';
import { callOwnWebhook } from '../probe-webhook';
import { bad, good, type CheckDeps, type CheckResult } from '../account-check';

const WEBHOOK_PATH = '/channels/meta';

/** Tries what an account of WhatsApp, Instagram or Messenger is set up with. Nothing is sent to anybody. */
export async function checkMetaAccount(account: MetaAccount, deps: CheckDeps): Promise<CheckResult[]> {
  const token = await checkToken(account, deps);
  const secret = token.isGood ? [await checkAppSecret(account, deps)] : [];
  return [token, ...secret, await checkSignature(account, deps), await checkVerifyToken(account, deps)];
}

async function checkToken(account: MetaAccount, { timeoutMs }: CheckDeps): Promise<CheckResult> {
  const name = 'Access token';
  const answer = await callGraphApi(account, { method: 'GET', path: pathOf(account) }, { timeoutMs });
  if (answer.kind === 'taken') return good(name, `${account.out_url} accepts it for ${account.external_id}.`);
  if (answer.kind === 'refused') {
    return bad(
      name,
      `${account.out_url} refuses it for ${account.external_id}: ${sentence(answer.reason)} Make a permanent token with access to this id, and give it with 'account set --credentials-file'.`,
    );
  }
  return bad(name, `${account.out_url} gave no usable answer: ${sentence(answer.reason)} Is --out right?`);
}

/** Graph compares the proof with the app that the token belongs to. */
async function checkAppSecret(account: MetaAccount, { timeoutMs }: CheckDeps): Promise<CheckResult> {
  const name = 'App secret';
  const { access_token, app_secret } = account.credentials;
  const proof = createHmac('sha256', app_secret).update(access_token).digest('hex');
  const path = `${pathOf(account)}&appsecret_proof=${proof}`;
  const answer = await callGraphApi(account, { method: 'GET', path }, { timeoutMs });
  if (answer.kind === 'taken') return good(name, 'It belongs to the app of the access token.');
  return bad(
    name,
    `It is not the secret of the app that the access token is for: ${sentence(answer.reason)} Copy it from the app's basic settings.`,
  );
}

/** A delivery that says nothing, signed as Meta signs: the webhook takes it, and nothing is stored. */
async function checkSignature({ external_id, credentials }: MetaAccount, deps: CheckDeps): Promise<CheckResult> {
  const name = 'Webhook signature';
  const changes = [{ field: 'feed', value: { item: 'account_check' } }];
  const body = JSON.stringify({ object: 'page', entry: [{ id: external_id, time: 0, changes }] });
  const signature = createHmac('sha256', credentials.app_secret).update(body).digest('hex');
  const answer = await callOwnWebhook(deps, WEBHOOK_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
  });
  if ('unreachable' in answer) return bad(name, answer.unreachable);
  const address = `${deps.inboxUrl}${WEBHOOK_PATH}`;
  if (answer.status === 200) return good(name, `${address} takes what the app secret signs.`);
  if (answer.status === 401) {
    return bad(name, `${address} does not know this app secret: the inbox there uses another database or data folder.`);
  }
  return bad(
    name,
    `${address} answers ${answer.status}: the address is not this inbox's, or something before it refuses.`,
  );
}

async function checkVerifyToken({ credentials }: MetaAccount, deps: CheckDeps): Promise<CheckResult> {
  const name = 'Verify token';
  const challenge = randomUUID();
  const query = new URLSearchParams({
    'hub.mode': 'subscribe',
    'hub.verify_token': credentials.verify_token,
    'hub.challenge': challenge,
  });
  const answer = await callOwnWebhook(deps, `${WEBHOOK_PATH}?${query.toString()}`, {});
  if ('unreachable' in answer) return bad(name, answer.unreachable);
  const address = `${deps.inboxUrl}${WEBHOOK_PATH}`;
  if (answer.status === 200 && answer.text === challenge) {
    return good(
      name,
      `${address} answers Meta's verification. Enter this address and the token in the app's webhooks.`,
    );
  }
  return bad(
    name,
    `${address} answers ${answer.status} to Meta's verification: the inbox there does not know the token.`,
  );
}

const pathOf = ({ external_id }: MetaAccount): string => `${encodeURIComponent(external_id)}?fields=id`;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
