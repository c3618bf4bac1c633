import type { EmailGroup } from '@inbox/domain';
import { usePanel } from '@inbox/panel';
import { useEffect, useState } from 'react';

/** The shop's groups of addresses, for a field of recipients; without them every address can be typed. */
export function useEmailGroups(): readonly EmailGroup[] {
  const { api } = usePanel();
  const [groups, setGroups] = useState<readonly EmailGroup[]>([]);
  useEffect(() => {
    const gone = new AbortController();
    api.emailGroups({}, { signal: gone.signal }).then(setGroups, () => undefined);
    return () => gone.abort();
  }, [api]);
  return groups;
}
