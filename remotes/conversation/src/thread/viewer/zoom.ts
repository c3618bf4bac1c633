/** How an image lies on the screen: `scale` 1 fits it in; `x` and `y` are pixels by which its middle is moved. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const FITTED: Zoom = { scale: 1, x: 0, y: 0 };
const LARGEST = 8;
export const ZOOM_STEP = 1.5;
/** Pixels that an arrow key moves a zoomed image. */
export const PAN_STEP = 60;

/** Zooms so that the point, in pixels from the middle of the screen, stays where it is. */
export function zoomAt(zoom: Zoom, factor: number, point: { x: number; y: number }, image: Size, screen: Size): Zoom {
  const scale = Math.min(LARGEST, Math.max(1, zoom.scale * factor));
  const ratio = scale / zoom.scale;
  const moved = { scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio };
  return within(moved, image, screen);
}

export function panBy(zoom: Zoom, dx: number, dy: number, image: Size, screen: Size): Zoom {
  return within({ ...zoom, x: zoom.x + dx, y: zoom.y + dy }, image, screen);
}

/** An image goes no further than its edge; one that fits stays in the middle. @param image its size when fitted */
function within({ scale, x, y }: Zoom, image: Size, screen: Size): Zoom {
  const limit = (size: number, room: number) => Math.max(0, (size * scale - room) / 2);
  const clamp = (value: number, most: number) => (most === 0 ? 0 : Math.min(most, Math.max(-most, value)));
  return {
    scale,
    x: clamp(x, limit(image.width, screen.width)),
    y: clamp(y, limit(image.height, screen.height)),
  };
}
