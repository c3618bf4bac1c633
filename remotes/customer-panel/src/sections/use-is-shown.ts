import { useEffect, useRef } from 'react';

/** Returns whether the component is still shown, for what comes back from the server later. */
export function useIsShown(): () => boolean {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return () => shown.current;
}
