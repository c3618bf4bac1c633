import { MOST_QUOTED_LETTERS, quotedHead } from '@inbox/domain/conversation';
import type { MailKind } from '@inbox/domain';
import type sanitize from 'sanitize-html';
import type { Original, Quote } from '../../../conversations/send/mail-text';
import { messages } from '../../../platform/errors/messages';
import { NestedTooDeepError, sanitizeBounded } from '../../../platform/html/sanitize-bounded';

const COLOUR = /^(?:#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\([\d\s.,%]{1,40}\))$/i;
const LENGTHS = /^(?:(?:-?\d{0,4}(?:\.\d{1,3})?(?:px|pt|em|rem|%)?|auto)\s*){1,4}$/;
const WORDS = /^[a-z-]{1,20}$/;
const LINE = /^[\w\s.#(),%-]{1,80}$/;

/** What lays out a letter. Whatever loads, runs, hides or leaves its place is not in it. */
const RULES: sanitize.IOptions = {
  allowedTags: [
    ...[
      'a',
      'abbr',
      'b',
      'big',
      'blockquote',
      'br',
      'caption',
      'center',
      'cite',
      'code',
      'col',
      'colgroup',
      'dd',
      'del',
    ],
    ...['div', 'dl', 'dt', 'em', 'font', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'img', 'ins', 'li', 'ol', 'p'],
    ...['pre', 'q', 's', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th'],
    ...['thead', 'tr', 'tt', 'u', 'ul'],
  ],
  allowedAttributes: {
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    font: ['color', 'face', 'size'],
    '*': [
      'dir',
      'lang',
      'align',
      'valign',
      'bgcolor',
      'width',
      'height',
      'border',
      'cellpadding',
      'cellspacing',
    ].concat(['colspan', 'rowspan', 'style']),
  },
  allowedStyles: {
    '*': {
      color: [COLOUR],
      'background-color': [COLOUR],
      'font-family': [/^[\w\s,'"-]{1,200}$/],
      'font-size': [LENGTHS, WORDS],
      'font-style': [WORDS],
      'font-weight': [/^(?:\d{3}|[a-z]{4,7})$/],
      'line-height': [LENGTHS, WORDS],
      'text-align': [WORDS],
      'text-decoration': [WORDS],
      'vertical-align': [WORDS],
      'white-space': [WORDS],
      direction: [WORDS],
      width: [LENGTHS],
      'max-width': [LENGTHS],
      height: [LENGTHS],
      margin: [LENGTHS],
      padding: [LENGTHS],
      border: [LINE],
      'border-top': [LINE],
      'border-bottom': [LINE],
      'border-left': [LINE],
      'border-right': [LINE],
      'border-collapse': [WORDS],
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['cid'] },
  allowProtocolRelative: false,
  nestingLimit: 100,
};

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
const withBreaks = (text: string): string => escape(text).replace(/\r\n?|\n/g, '<br>');

/**
 * A mail as another one quotes it: who wrote it and when, and what it says, inert. Pictures that it brings along are
 * shown; those of other servers are named by their description only, as they would tell whoever put them there who reads.
 */
export function quoteMail(kind: MailKind, original: Original): Quote {
  const lines = quotedHead(kind, original);
  const contentIds = new Set<string>();
  const text = cut(original.text);
  const body = (original.html === null ? null : clean(cut(original.html), original, contentIds)) ?? withBreaks(text);
  if (kind === 'forward') {
    return {
      html: `<div><br></div><div>${lines.map(escape).join('<br>')}</div><div><br></div><div>${body}</div>`,
      text: ['', ...lines, '', text].join('\n'),
      contentIds,
    };
  }
  const [head = ''] = lines;
  return {
    html:
      `<div><br></div><div class="moz-cite-prefix">${escape(head)}</div>` +
      `<blockquote type="cite" style="margin:0 0 0 0.8ex;border-left:1px solid #cccccc;padding-left:1ex">${body}</blockquote>`,
    text: ['', head, ...text.split('\n').map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`))].join('\n'),
    contentIds,
  };
}

const cut = (text: string): string =>
  text.length <= MOST_QUOTED_LETTERS ? text : `${text.slice(0, MOST_QUOTED_LETTERS)}\n${messages.quoteCut}`;

/** The sanitised HTML; null if it is nested too deep to sanitise. */
function clean(html: string, original: Original, shown: Set<string>): string | null {
  try {
    return sanitized(html, original, shown);
  } catch (error) {
    if (!(error instanceof NestedTooDeepError)) throw error;
    shown.clear();
    return null;
  }
}

function sanitized(html: string, original: Original, shown: Set<string>): string {
  return sanitizeBounded(html, {
    ...RULES,
    transformTags: {
      img(_, { src = '', alt = '', ...others }) {
        const id = /^cid:(.+)$/i.exec(src.trim())?.[1];
        if (id === undefined || !original.contentIds.has(id)) return { tagName: 'span', attribs: {}, text: alt };
        shown.add(id);
        return { tagName: 'img', attribs: { ...others, src: `cid:${id}`, alt } };
      },
    },
  });
}
