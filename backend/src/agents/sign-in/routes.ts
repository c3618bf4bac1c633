import type { signInCalls } from '@inbox/api/sign-in';
import type { browserKeyCalls } from '@inbox/api/browser-key';
import { endOtherSessions, endOwnSession, readOwnSessions } from '../sessions/own-sessions';
import { addPasskey, offerPasskey, readOwnPasskeys, removePasskey } from '../passkeys/own-passkeys';
import {
  confirmOwnSecondStep,
  offerOwnSecondStep,
  readOwnSecondStep,
  removeOwnSecondStep,
  renewRecoveryCodes,
} from '../second-step/own-second-step';
import { ProofRefused } from '../second-step/proof';
import { readBrowserKey } from '../sessions/browser-key';
import { WorkError } from '../../platform/errors/errors';
import type { HttpDeps } from '../../http/deps';
import { Refused } from '../../http/failures';
import { messages } from '../../http/messages';
import type { Handlers } from '../../http/serve-calls';

const texts = messages.secondStep;

/** How the agent signs in, and where they have. */
export function signInHandlers({
  context,
  vault,
  guard,
}: Pick<HttpDeps, 'context' | 'vault' | 'guard'>): Pick<
  Handlers,
  keyof typeof signInCalls | keyof typeof browserKeyCalls
> {
  const deps = { ...context, vault, guard };
  return {
    signInState: async (who) => {
      const [sessions, passkeys, second_step] = await Promise.all([
        readOwnSessions(context, who),
        readOwnPasskeys(context, who),
        readOwnSecondStep(context, who),
      ]);
      return { sessions, passkeys, second_step };
    },
    browserKey: (who) => readBrowserKey(context.db, vault, who),
    endSession: async (who, { params: { id } }) => {
      if (await endOwnSession(context, who, id)) return {};
      throw new WorkError(404, messages.noSession, 'no_session');
    },
    endOtherSessions: async (who) => ({ ended: await endOtherSessions(context, who) }),
    offerPasskey: (who, { body }) => explained(() => offerPasskey(deps, who, body)),
    addPasskey: async (who, { body }) => {
      const added = await addPasskey(deps, who, body);
      if (added !== 'added') throw new Refused(422, messages.passkey[added], `passkey_${added}`);
      return {};
    },
    removePasskey: (who, { params: { id }, body }) =>
      explained(async () => {
        if (!(await removePasskey(deps, who, id, body))) throw new WorkError(404, messages.passkey.gone, 'no_passkey');
        return {};
      }),
    offerSecondStep: (who, { body }) => explained(() => offerOwnSecondStep(deps, who, body)),
    confirmSecondStep: (who, { body: { code } }) =>
      explained(async () => {
        const confirmed = await confirmOwnSecondStep(deps, who, code);
        if (confirmed.kind === 'on') return { recovery_codes: [...confirmed.codes] };
        throw new Refused(422, texts[confirmed.kind], `code_${confirmed.kind}`);
      }),
    removeSecondStep: (who, { body }) =>
      explained(async () => {
        await removeOwnSecondStep(deps, who, body);
        return {};
      }),
    renewRecoveryCodes: (who, { body }) =>
      explained(async () => {
        const codes = await renewRecoveryCodes(deps, who, body);
        if (codes === null) throw new WorkError(409, texts.isOff, 'no_second_step');
        return { recovery_codes: [...codes] };
      }),
  };
}

/** In words for the agent, why they were not taken for themselves. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProofRefused)) throw error;
    const { refusal } = error;
    if (refusal.kind === 'wrong-password') throw new Refused(422, texts.passwordWrong, 'wrong_proof');
    if (refusal.kind === 'wrong-proof') throw new Refused(422, texts.proofWrong, 'wrong_proof');
    if (refusal.kind === 'busy') throw new Refused(429, texts.busy, 'busy');
    throw new Refused(429, texts.wait(refusal.seconds), 'too_many_tries');
  }
}
