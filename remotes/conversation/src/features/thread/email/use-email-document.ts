import { useEffect, useState } from 'react';
import { emailDocument, type EmailDocument } from './email-html';
import type { ImageBase } from './image-proxy';
import { inTurns } from './in-turns';

/** A mail's HTML made ready in a task of its own; null until then. */
export function useEmailDocument(html: string, images: ImageBase): EmailDocument | null {
  const [made, setMade] = useState<{ html: string; document: EmailDocument } | null>(null);
  useEffect(
    () =>
      inTurns(
        (function* make() {
          setMade({ html, document: emailDocument(html, images) });
          yield;
        })(),
      ),
    [html, images],
  );
  return made?.html === html && made.document.images === images ? made.document : null;
}
