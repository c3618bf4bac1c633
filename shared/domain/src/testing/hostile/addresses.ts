/** Addresses that run, or that look like others. */
const ADDRESSES = [
  'javascript:trap()',
  'JaVaScRiPt:trap()',
  'javascript://%0atrap()',
  'javascript://https://ok.example/%0d%0atrap()',
  ' javascript:trap()',
  '\u0001javascript:trap()',
  '\u00a0javascript:trap()',
  '\u200bjavascript:trap()',
  '\ufeffjavascript:trap()',
  'java\tscript:trap()',
  'java\nscript:trap()',
  'java\rscript:trap()',
  'java\u0000script:trap()',
  'jav&#x09;ascript:trap()',
  'jav&Tab;ascript&colon;trap()',
  '&#106;avascript:trap()',
  '&#0000106avascript:trap()',
  '%6aavascript:trap()',
  'javascript%3Atrap()',
  'javascript\uff1atrap()',
  'livescript:trap()',
  'mocha:trap()',
  'vbscript:trap()',
  'view-source:javascript:trap()',
  'feed:javascript:trap()',
  'jar:javascript:trap()!/',
  'data:text/html,<script>trap()</script>',
  'data:text/html;base64,PHNjcmlwdD50cmFwKCk8L3NjcmlwdD4=',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="trap()"/>',
  'data:application/xhtml+xml,<script xmlns="http://www.w3.org/1999/xhtml">trap()</script>',
  'data:,trap()',
  'DATA:TEXT/HTML,<script>trap()</script>',
  'blob:https://evil.example/1',
  'filesystem:https://evil.example/temporary/x.html',
  'file:///etc/passwd',
  'about:blank#trap()',
  'ms-appx-web://evil.example/x',
  'intent://evil.example/#Intent;scheme=https;end',
  'tel:*67*1;//javascript:trap()',
  'https://ok.example@evil.example/',
  'https://evil.example\\@ok.example/',
  'https:evil.example/x',
  '\\\\evil.example\\share',
  '//evil.example/x',
  '///evil.example/x',
  'https://xn--pple-43d.evil.example/',
  'https://ok.example\u202e.elpmaxe.live/',
] as const;

const inAttribute = (address: string) => address.replaceAll('"', '&quot;');

/** Each as what a mail links to. */
export const LINKS = ADDRESSES.map((address) => `<a href="${inAttribute(address)}">refund</a>`);

/** Each as it is typed into a message, where addresses become links. */
export const TYPED = ADDRESSES.map((address) => `see ${address} now`);
