import {
  AGENT_STATUSES,
  agentSchema,
  rowsOf,
  inboxSettingsSchema,
  nameOf,
  profileSchema,
  type Agent,
  type AgentStatus,
  type InboxSettings,
  type Profile,
} from '@inbox/domain';
import * as z from 'zod/mini';
import { get, post } from '../call';
import { nothing } from './parts';

const statusAnswer = () => z.object({ agent_status: nameOf('agent_status', AGENT_STATUSES, 'offline') });

/** Who works here, how they stand, and what the inbox is set to. */
export const sessionCalls = {
  allAgents: get<Agent[]>('/api/inbox/all_agents/', () => ({ answer: rowsOf('agent', agentSchema) }), { cached: true }),

  agentStatus: get<{ agent_status: AgentStatus }>('/api/inbox/agent/online_status/', () => ({
    answer: statusAnswer(),
  })),
  setAgentStatus: post<{ agent_status: AgentStatus }, null, { agent_status: AgentStatus }>(
    '/api/inbox/agent/online_status/',
    () => ({
      body: z.object({ agent_status: z.enum(AGENT_STATUSES) }),
      answer: statusAnswer(),
    }),
  ),

  /** Carries the profile as it is now: permissions may have changed since the token was made. */
  settings: get<InboxSettings & { profile: Profile }>('/api/connect/inbox/settings/', () => ({
    answer: z.intersection(inboxSettingsSchema, z.object({ profile: profileSchema })),
  })),

  /**
   * Where this session's pages have pictures that mails name: the address with `?url=` and the picture's own. It is good
   * as long as the session.
   */
  mailImages: get<{ base: string }>('/api/inbox/mail-images/', () => ({
    answer: z.object({ base: z.string().check(z.startsWith('/api/inbox/mail-images/')) }),
  })),

  logout: post<Record<string, never>, null, { token: string }>('/api/shopify/logout/', () => ({
    body: z.object({ token: z.string().check(z.maxLength(8192)) }),
    answer: nothing(),
  })),
} as const;
