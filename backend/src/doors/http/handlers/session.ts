import type { sessionCalls } from '@inbox/api/wire';
import type { Profile } from '@inbox/domain';
import { findProfile, listAgents, readAgentStatus, writeAgentStatus } from '../../../store/agents';
import { readSettings } from '../../../store/merchants';
import { signOut, type SignedIn } from '../../../work/session';
import type { HttpDeps } from '../deps';
import { SignedOut } from '../failures';
import type { Handlers } from '../serve-calls';

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

    settings: async (who) => ({
      ...(await readSettings(db, who.merchantId)),
      profile: await profileOf(who),
    }),

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
