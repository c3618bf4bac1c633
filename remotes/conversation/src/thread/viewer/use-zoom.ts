import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { FITTED, panBy, zoomAt, ZOOM_STEP, type Size, type Zoom } from './zoom';

interface Point {
  x: number;
  y: number;
}

export interface UsedZoom {
  zoom: Zoom;
  by(factor: number): void;
  pan(dx: number, dy: number): void;
  fit(): void;
  /** For the element that takes the pointer: drag, pinch and double click. */
  handlers: {
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
    onPointerCancel(event: PointerEvent): void;
    onDoubleClick(event: { clientX: number; clientY: number }): void;
  };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** Zoom and place of the image on the screen, moved by wheel, pointer and pinch. */
export function useZoom(screen: RefObject<HTMLElement | null>, image: RefObject<HTMLElement | null>): UsedZoom {
  const [zoom, setZoom] = useState<Zoom>(FITTED);
  const pointers = useRef(new Map<number, Point>());

  const sizes = (): [Size, Size] | null => {
    const [on, of] = [screen.current, image.current];
    if (!on || !of) return null;
    return [
      { width: of.offsetWidth, height: of.offsetHeight },
      { width: on.clientWidth, height: on.clientHeight },
    ];
  };
  const fromMiddle = ({ x, y }: Point): Point => {
    const box = screen.current?.getBoundingClientRect();
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 };
  };
  const by = (factor: number, at: Point = { x: 0, y: 0 }) => {
    const known = sizes();
    if (known) setZoom((now) => zoomAt(now, factor, at, ...known));
  };
  const pan = (dx: number, dy: number) => {
    const known = sizes();
    if (known) setZoom((now) => panBy(now, dx, dy, ...known));
  };

  const wheel = useRef<(event: WheelEvent) => void>(() => undefined);
  useEffect(() => {
    wheel.current = (event) => {
      event.preventDefault();
      by(Math.exp(-event.deltaY / 300), fromMiddle({ x: event.clientX, y: event.clientY }));
    };
  });
  // React listens to the wheel passively; the page behind would scroll, or zoom with Ctrl.
  useEffect(() => {
    const element = screen.current;
    const onWheel = (event: WheelEvent) => wheel.current(event);
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [screen]);

  const lift = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);
  return {
    zoom,
    by,
    pan,
    fit: () => setZoom(FITTED),
    handlers: {
      onPointerDown(event) {
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event) {
        const before = pointers.current.get(event.pointerId);
        if (!before) return;
        const now = { x: event.clientX, y: event.clientY };
        const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
        if (other) {
          const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
          by(distance(now, other) / Math.max(1, distance(before, other)), fromMiddle(middle));
        } else {
          pan(now.x - before.x, now.y - before.y);
        }
        pointers.current.set(event.pointerId, now);
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onDoubleClick({ clientX, clientY }) {
        if (zoom.scale > 1) setZoom(FITTED);
        else by(ZOOM_STEP ** 2, fromMiddle({ x: clientX, y: clientY }));
      },
    },
  };
}
