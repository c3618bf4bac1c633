import type { InboxTheme } from '@inbox/ui';

/** How a mail is laid on its page: with colours of its own on white paper, else in those of the inbox. */
export function frameStyle(hasColours: boolean, { mode, colors }: InboxTheme): string {
  const paper = hasColours
    ? { scheme: 'light', ground: '#fff', ink: '#17212b', link: '#0c477d' }
    : { scheme: mode, ground: colors.surface, ink: colors.text, link: colors.accent };
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
  .inbox-quoted { margin-top: 8px; }
  .inbox-quoted > summary { display: inline-block; padding: 0 8px; border: 1px solid; border-radius: 8px; font: 12px/16px system-ui, sans-serif; opacity: 0.75; cursor: pointer; list-style: none; }
  .inbox-quoted > summary::-webkit-details-marker { display: none; }
  @media print { body { background: #fff; color: #000; } .inbox-quoted > summary { display: none; } }
`;
}
