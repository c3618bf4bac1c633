import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
  };
}

const read = () => document.visibilityState === 'visible' && document.hasFocus();

/** Is the agent really looking: the window visible and focused, and the element on the screen? */
export function useInView(element: RefObject<HTMLElement | null>): boolean {
  const windowInView = useSyncExternalStore(subscribe, read);
  const [isShown, setIsShown] = useState(false);
  // A narrow page shows one panel at a time, and an embedding one may have it further down.
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => setIsShown(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return windowInView && isShown;
}
