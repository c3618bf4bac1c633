import type { Attachment, ContentItem } from '@inbox/domain';
import { createContext, useContext } from 'react';

/** Answers all images of the loaded thread, oldest first: the viewer goes from one to the next. */
export type Gallery = () => readonly Attachment[];

export const GalleryContext = createContext<Gallery>(() => []);
export const useGallery = (): Gallery => useContext(GalleryContext);

export function imagesOf(items: readonly ContentItem[]): Attachment[] {
  return items.flatMap((item) =>
    item.content_type === 'log' || item.deleted ? [] : item.attachments.filter(({ kind }) => kind === 'image'),
  );
}
