import type { Profile } from '@inbox/domain';
import { usePanel, useTopic } from '@inbox/panel';
import { useQuery } from '@inbox/panel/query';

/** Who is signed in, from the shell, or from the server where there is none; null while nobody is known. */
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
