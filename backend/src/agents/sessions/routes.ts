import type { sessionCalls } from '@inbox/api/wire';
import type { Profile } from '@inbox/domain';
import { findProfile, listAgents, readAgentStatus, writeAgentStatus } from '../agent-queries';
import { hasChannels } from '../../accounts/accounts';
import { listMailProblems } from '../../accounts/mailbox-queries';
import { mailProblemLines } from '../../channels/email/check/problem-words';
import { readSettings, readSlug } from '../../merchants/merchant-queries';
import { signOut, type SignedIn } from './session';
import { META_WEBHOOK_PATH } from '../../channels/meta/webhook/webhook';
import type { Need } from '../../platform/readiness/readiness';
import type { HttpDeps } from '../../http/deps';
import { SignedOut } from '../../http/failures';
import { imageBase } from '../../http/mail-images';
import { messages } from '../../http/messages';
import type { Handlers } from '../../http/serve-calls';

/** A sentence for agents on each thing that they cannot do now; the needs themselves are the operator's. */
function serverProblemsOf(unmet: readonly Need[]): string[] {
  return [...new Set(unmet.map((need) => messages.notReady[need]))];
}

/** Who works here, how they stand, and what the inbox is set to. */
export function sessionHandlers(deps: HttpDeps): Pick<Handlers, keyof typeof sessionCalls> {
  const { context, tokens } = deps;
  const { db } = context;
  return {
    allAgents: ({ merchantId }) => listAgents(db, merchantId),

    agentStatus: async ({ merchantId, agent }) => ({ agent_status: await readAgentStatus(db, merchantId, agent.id) }),
    setAgentStatus: async ({ merchantId, agent }, { body: { agent_status } }) => {
      await writeAgentStatus(db, merchantId, agent.id, agent_status);
      return { agent_status };
    },

    settings: async (who) => {
      const [settings, has_channels, problems] = await Promise.all([
        readSettings(db, who.merchantId),
        hasChannels(db, who.merchantId),
        who.agent.is_store_admin ? listMailProblems(db, who.merchantId) : [],
      ]);
      const mailbox_problems = problems.flatMap(mailProblemLines);
      const showsFirstSteps = !has_channels && who.agent.is_store_admin;
      const first_steps = showsFirstSteps
        ? { merchant: await readSlug(db, who.merchantId), webhook: META_WEBHOOK_PATH }
        : null;
      const server_problems = serverProblemsOf(deps.readiness.lasting());
      const more = {
        ...(mailbox_problems.length > 0 && { mailbox_problems }),
        ...(server_problems.length > 0 && { server_problems }),
      };
      return { ...settings, has_channels, first_steps, ...more, profile: await profileOf(who) };
    },

    mailImages: async (who) => ({ base: imageBase(deps, who) }),

    logout: async (who) => {
      await signOut({ ...context, tokens }, who);
      deps.sessionEnded(who.sessionId);
      return {};
    },
  };

  async function profileOf({ merchantId, agent }: SignedIn): Promise<Profile> {
    const profile = await findProfile(db, merchantId, agent.id);
    if (profile === undefined) throw new SignedOut();
    return profile;
  }
}
