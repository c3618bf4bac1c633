import type { Profile } from '@inbox/domain';
import { usePanel, useTopic } from '@inbox/panel';
import { useQuery } from '@inbox/panel/query';

/**
 * The signed-in agent with their permissions as they are now: from the shell, or from the server in a page without one.
 * Null while nobody is known. Needs the topic `session` and `withQueries`.
 */
export function useAgentProfile(): Profile | null {
  const { api } = usePanel();
  const session = useTopic('session');
  const query = useQuery({
    queryKey: ['profile'],
    enabled: session === undefined,
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await api.settings({}, { signal })).profile,
  });
  if (session === undefined) return query.data ?? null;
  return session.signedIn ? session.profile : null;
}
