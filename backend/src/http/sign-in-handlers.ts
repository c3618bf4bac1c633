import type { signInCalls } from '@inbox/api/sign-in';
import { endOtherSessions, endOwnSession, readOwnSessions } from '../agents/own-sessions';
import { WorkError } from '../lib/work-error';
import type { HttpDeps } from './deps';
import { messages } from './messages';
import type { Handlers } from './serve-calls';

/** How the agent signs in, and where they have. */
export function signInHandlers({ context }: Pick<HttpDeps, 'context'>): Pick<Handlers, keyof typeof signInCalls> {
  return {
    signInState: async (who) => ({ sessions: await readOwnSessions(context, who) }),
    endSession: async (who, { params: { id } }) => {
      if (await endOwnSession(context, who, id)) return {};
      throw new WorkError(404, messages.noSession, 'no_session');
    },
    endOtherSessions: async (who) => ({ ended: await endOtherSessions(context, who) }),
  };
}
