import type { MerchantId } from '@inbox/domain';
import type { EmbedRelease } from '@inbox/federation';

/** What runs in the frame, in versions that have the iframe mode. */
export const FRAME_SCRIPT = 'frame.js';

interface FramePolicy {
  nonce: string;
  /** Whose pages may put the frame in. */
  origins: readonly string[];
  panelOrigin: string | undefined;
}

/** As strict as the shell's own policy; scripts are made by named Trusted Types policies alone. */
export function framePolicy({ nonce, origins, panelOrigin }: FramePolicy): string {
  const files = panelOrigin === undefined ? '' : ` ${panelOrigin}`;
  return [
    "default-src 'none'",
    `script-src 'self'${files}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // As in the shell: the style attributes of customers' mails.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self'${files} data: blob:`,
    `media-src 'self'${files} blob:`,
    `font-src 'self'${files} data:`,
    `connect-src 'self'${files}`,
    "frame-src 'self' blob:",
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${["'self'", ...origins].join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types inbox dompurify 'allow-duplicates'",
  ].join('; ');
}

interface FramePage extends FramePolicy {
  release: EmbedRelease;
  merchant: string;
  merchantId: MerchantId;
}

/**
 * The page of the iframe mode. Its block of JSON says for whom it is, so that the
 * script takes no other merchant's tokens, and to which origins it may talk by messages.
 */
export function framePage({ nonce, release, merchant, merchantId, origins, panelOrigin }: FramePage): string {
  const told = { merchant, merchantId, origins, ...(panelOrigin !== undefined && { panelOrigins: [panelOrigin] }) };
  const config = JSON.stringify(told).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Inbox</title>
    <script type="application/json" id="inbox-frame-config" nonce="${nonce}">${config}</script>
    <script src="/embed/${release.version}/${FRAME_SCRIPT}" integrity="${release.integrity.get(FRAME_SCRIPT) ?? ''}" crossorigin="anonymous" defer></script>
  </head>
  <body><div id="inbox-frame"></div></body>
</html>
`;
}
