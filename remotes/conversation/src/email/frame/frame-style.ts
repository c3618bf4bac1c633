import type { InboxTheme } from '@inbox/ui';
import { SEAMS } from '../sanitize/append-mail';

/** Stronger than what the mail says of single elements: an id that nothing has. */
const GREY_ON_DARK = `
  @media screen {
    :is(#inbox-ink, body) { color: INBOX_INK !important; }
    :is(#inbox-ink, body *) { color: inherit !important; }
    :is(#inbox-ink, a, a *) { color: INBOX_LINK !important; }
  }`;

/** How a mail is laid on its page: with colours of its own on white paper, else in those of the inbox. */
export function frameStyle(hasColours: boolean, { mode, colors }: InboxTheme): string {
  const paper = hasColours
    ? { scheme: 'light', ground: '#fff', ink: '#17212b', link: '#0c477d' }
    : { scheme: mode, ground: colors.surface, ink: colors.text, link: colors.accent };
  // Its letters are grey at most: on dark paper they are written in the ink of the inbox, links in the colour of its links.
  const grey =
    hasColours || mode === 'light'
      ? ''
      : GREY_ON_DARK.replaceAll('INBOX_INK', paper.ink).replaceAll('INBOX_LINK', paper.link);
  return `
  html { color-scheme: ${paper.scheme}; }
  html, body { height: auto !important; min-height: 0 !important; }
  /* Of the body alone: what a mail paints its own with then fills the frame. */
  body { background: ${paper.ground}; color: ${paper.ink}; margin: 0; padding: 12px; font: 14px/20px system-ui, sans-serif; overflow-wrap: break-word; }
  body > :first-child, body > div:first-child > :first-child { margin-top: 0; }
  body > :last-child, body > div:last-child > :last-child { margin-bottom: 0; }
  a { color: ${paper.link}; }
  img, table { max-width: 100%; }
  img { height: auto; }
  pre { white-space: pre-wrap; }
  /* What is not looked at is not laid out: of a long mail each piece costs only what it takes when it is scrolled to. */
  .inbox-piece { content-visibility: auto; contain-intrinsic-block-size: auto 1200px; overflow: auto hidden; }
  ${SEAMS}
  .inbox-quoted { margin-top: 8px; }
  .inbox-quoted > summary { display: inline-block; padding: 0 8px; border: 1px solid; border-radius: 8px; font: 12px/16px system-ui, sans-serif; opacity: 0.75; cursor: pointer; list-style: none; }
  .inbox-quoted > summary::-webkit-details-marker { display: none; }
  ${grey}
  @media print { body { background: #fff; color: #000; } .inbox-quoted > summary { display: none; } }
`;
}
