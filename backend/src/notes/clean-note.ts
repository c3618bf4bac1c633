import { cleanRichHtml } from '../platform/html/clean-rich-html';

export interface CleanNote {
  html: string;
  /** The pictures that came with the text, in its order. */
  images: Buffer[];
  /** Nothing is in it that anybody could see. */
  isBlank: boolean;
}

/**
 * What an agent has written as it is stored (`cleanRichHtml`).
 * @param imagePath the address under which the picture of this number will be had
 */
export function cleanNote(given: string, imagePath: (position: number) => string): CleanNote {
  const images: Buffer[] = [];
  const text = cleanRichHtml(given, (data) => {
    images.push(Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'));
    return imagePath(images.length - 1);
  });
  return { ...text, images };
}
