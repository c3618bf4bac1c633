import { randomBytes, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { AnyCallName } from '@inbox/api/all-calls';
import type { AgentId, MerchantId } from '@inbox/domain';
import { makeChallenge } from '../agents/passkeys/challenge';
import { insertPasskey } from '../agents/passkeys/passkey-queries';
import type { Queryable } from '../platform/db/connection';
import { replaceRecoveryCodes } from '../agents/second-step/recovery-codes';
import type { AgentKey } from '../agents/agent-queries';
import { sealSecret, writeOffer, writeSecondStep } from '../agents/second-step/second-step-queries';
import { makeTotpSecret, type TotpSecret } from '../agents/second-step/totp';
import type { TestInbox } from './inbox';
import { createAuthenticator } from './authenticator';
import { hashCheaply } from './password';
import { addAgent } from './rows';

/** What the agent's app shows at `now`. */
export const codeOf = (secret: string, now: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });

/** As the agent's own, of which no code was taken yet. */
export async function addSecondStep(
  { db, vault }: Pick<TestInbox, 'db' | 'vault'>,
  agent: AgentKey,
): Promise<{ secret: TotpSecret; codes: string[] }> {
  const secret = makeTotpSecret();
  const row = { secret: sealSecret(vault, agent.agent_id, secret), step: 0, now: new Date() };
  await writeSecondStep(db, agent, row);
  return { secret, codes: await replaceRecoveryCodes(db, agent) };
}

/** Of the agents that `addStepping` adds. */
export const PASSWORD = 'correct horse battery';

/** An agent for each call on passkeys and the second step, with what it takes. */
export interface Stepping {
  agents: Partial<Record<AnyCallName, AgentId>>;
  offered: TotpSecret;
  remover: string[];
  renewer: string[];
  passkey: { challenge: string; name: string; answer: Record<string, unknown> };
  doomedPasskey: string;
}

export async function addStepping(inbox: Pick<TestInbox, 'db' | 'vault'>, merchant_id: MerchantId): Promise<Stepping> {
  const { db, vault } = inbox;
  const password_hash = hashCheaply(PASSWORD);
  const add = () => addAgent(db, merchant_id, { password_hash });
  const agents = {
    offerPasskey: await add(),
    addPasskey: await add(),
    removePasskey: await add(),
    offerSecondStep: await add(),
    confirmSecondStep: await add(),
    removeSecondStep: await add(),
    renewRecoveryCodes: await add(),
  };
  const keyOf = (agent_id: AgentId): AgentKey => ({ merchant_id, agent_id });
  const offered = makeTotpSecret();
  const secret = sealSecret(vault, agents.confirmSecondStep, offered);
  await writeOffer(db, keyOf(agents.confirmSecondStep), { secret, expires_at: new Date(Date.now() + 3_600_000) });
  const { codes: remover } = await addSecondStep(inbox, keyOf(agents.removeSecondStep));
  const { codes: renewer } = await addSecondStep(inbox, keyOf(agents.renewRecoveryCodes));
  const passkey = { ...answerOf(inbox, agents.addPasskey), name: 'Phone' };
  const doomedPasskey = await addPasskeyOf(db, keyOf(agents.removePasskey));
  return { agents, offered, remover, renewer, passkey, doomedPasskey };
}

/** Where the tests' calls find the inbox. */
const HOST = 'localhost';

/** What a device answers that is to be the agent's, with the challenge that it was given. */
function answerOf({ vault }: Pick<TestInbox, 'vault'>, agent: AgentId) {
  const { challenge, sealed } = makeChallenge(vault, agent, new Date());
  const asked = { challenge: challenge.toString('base64url'), origin: `http://${HOST}` };
  return { challenge: sealed, answer: createAuthenticator(HOST).create(asked) };
}

/** A passkey that nobody can sign in with. @returns its id */
export async function addPasskeyOf(db: Queryable, agent: AgentKey, name = 'Phone'): Promise<string> {
  const id = randomUUID();
  const keys = { credential_id: randomBytes(32), public_key: randomBytes(77), counter: 0, transports: [] };
  await insertPasskey(db, { ...agent, ...keys, id, site: HOST, name, added_at: new Date() });
  return id;
}
