/** What the viewer of images says; with it, as it is loaded when an image is first opened. */
export const viewerMessages = {
  close: 'Close image',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit to the screen',
  previous: 'Previous image',
  next: 'Next image',
  place: (at: number, of: number) => `${at} of ${of}`,
} as const;
