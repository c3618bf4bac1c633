import { cleanRichHtml } from '../../../backend/src/platform/html/clean-rich-html';
import { htmlText } from '../../../backend/src/channels/email/text/html-text';
import { textOf, type Target } from '../target';

const SEEDS = [
  '<p>Dear <strong>Priya</strong>, your parcel <em>left</em> today.</p>',
  '<ul><li>one</li><li><a href="https://shop.example/a?b=1">two</a></li></ul>',
  '<p style="text-align:center;color:red">x<span data-mention="4">@Ravi</span></p>',
  '<img src="data:image/png;base64,iVBORw0KGgo="><table><tr><td>1</td></tr></table>',
  '<p onclick=alert(1)><script>alert(1)</script><svg><a xlink:href="javascript:alert(1)">x</a></svg>',
];

/** What must stand in no tag that is stored. */
const RUNS =
  /^<(?:script|iframe|object|embed|svg|math|style|link|meta|form)\b|\son\w+\s*=|\s(?:href|src)="\s*(?:javascript|vbscript):/i;

const itself = (dataUrl: string): string => dataUrl;

/** What an agent's editor hands in as HTML. */
export const richHtml: Target = {
  name: 'rich-html',
  seeds: async () => SEEDS.map((html) => Buffer.from(html)),
  read: async (input) => {
    // A second time as a browser would: what was text then must be text still.
    const { html } = cleanRichHtml(textOf(input), itself);
    for (const stored of [html, cleanRichHtml(html, itself).html]) {
      const running = stored.match(/<[^>]*>/g)?.find((tag) => RUNS.test(tag));
      if (running !== undefined) throw new Error(`It runs: ${running}`);
    }
  },
};

/** The words of a mail that has HTML alone. */
export const mailHtml: Target = {
  name: 'mail-html',
  seeds: async () => SEEDS.map((html) => Buffer.from(html)),
  read: async (input) => void htmlText(textOf(input)),
};
