import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Calls back when the pointer goes down outside of an element: in its panel, in another panel, or in a page around them.
 * The pressed control receives its events afterwards, as usual.
 *
 * @param isOn whether presses are listened for (default: they are)
 */
export function usePressElsewhere(
  element: RefObject<HTMLElement | null>,
  onPress: (path: readonly EventTarget[]) => void,
  isOn = true,
): void {
  const heard = useEffectEvent((event: PointerEvent) => {
    const path = event.composedPath();
    if (!path.some((part) => part === element.current)) onPress(path);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: PointerEvent) => heard(event);
    document.addEventListener('pointerdown', listener, { capture: true });
    return () => document.removeEventListener('pointerdown', listener, { capture: true });
  }, [isOn]);
}
