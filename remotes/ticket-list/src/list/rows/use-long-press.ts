import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';

/** Milliseconds that a finger rests on a row before that means the row is chosen. */
export const LONG_PRESS_MS = 500;
/** Pixels: a finger that moves farther scrolls or swipes. */
const STILL_PX = 10;

/**
 * A finger that rests on a row. What comes after it opens nothing: neither the click when the finger goes up nor the
 * browser's own menu for links. A mouse has the checkbox, and its right button the browser's menu.
 * @param onPress called with where the finger rests
 * @returns listeners for the element around the rows
 */
export function useLongPress(onPress: (target: EventTarget) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const isTouch = useRef(false);
  const wasLong = useRef(false);
  const end = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  useEffect(() => end, []);
  return {
    onPointerDown({ pointerType, isPrimary, target, clientX, clientY }: PointerEvent) {
      end();
      wasLong.current = false;
      isTouch.current = pointerType === 'touch';
      if (!isTouch.current || !isPrimary) return;
      const timer = setTimeout(() => {
        wasLong.current = true;
        onPress(target);
      }, LONG_PRESS_MS);
      press.current = { timer, x: clientX, y: clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = press.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      if (isTouch.current) event.preventDefault();
    },
    onClickCapture(event: MouseEvent) {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
