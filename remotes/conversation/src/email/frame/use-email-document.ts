import { useEffect, useState } from 'react';
import { emailDocument, type EmailDocument } from '../sanitize/email-html';
import type { ImageBase } from '../sanitize/image-proxy';
import { inTurns } from '../sanitize/in-turns';

/**
 * Makes a mail's HTML ready in a task of its own; null until then.
 *
 * @param subject of the mail: a mail that was forwarded is not folded
 */
export function useEmailDocument(html: string, images: ImageBase, subject: string): EmailDocument | null {
  const [made, setMade] = useState<{ html: string; document: EmailDocument } | null>(null);
  useEffect(
    () =>
      inTurns(
        (function* make() {
          setMade({ html, document: emailDocument(html, images, subject) });
          yield;
        })(),
      ),
    [html, images, subject],
  );
  return made?.html === html && made.document.images === images ? made.document : null;
}
