import { useEffect, useState } from 'react';

/** Has the agent turned to another window? */
export function useAway(): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    window.addEventListener('blur', () => setAway(true), ended);
    window.addEventListener('focus', () => setAway(false), ended);
    return () => ended.abort();
  }, []);
  return isAway;
}
