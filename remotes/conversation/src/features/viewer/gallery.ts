import type { Attachment } from '@inbox/domain';
import { createContext, useContext } from 'react';

/** All images of the loaded thread, oldest first: the viewer goes from one to the next. */
export const GalleryContext = createContext<readonly Attachment[]>([]);
export const useGallery = (): readonly Attachment[] => useContext(GalleryContext);
