import { base64, drawing, html, lines, multipart, page, part } from './mime';

/** Makes all of a mail behind the lines that say from whom to whom. What runs of it calls `trap` with this name. */
type Tricky = (name: string) => string;

const CHARSETS: Record<string, Tricky> = {
  'utf-7': (name) =>
    part(['Content-Type: text/html; charset=utf-7'], `+ADw-script+AD4-trap('${name}')+ADw-/script+AD4-`),
  'utf-7 told by a byte order mark': () =>
    part(['Content-Type: text/html'], '+/v8-+ADw-script+AD4-trap(1)+ADw-/script+AD4-'),
  'escapes of iso-2022-jp': (name) =>
    part(
      ['Content-Type: text/html; charset=iso-2022-jp'],
      `<p title="\u001b$B">"<img src=x onerror=trap('${name}')>\u001b(B</p>`,
    ),
  'utf-16 in base64': (name) =>
    part(
      ['Content-Type: text/html; charset=utf-16le', 'Content-Transfer-Encoding: base64'],
      Buffer.from(page(name), 'utf16le').toString('base64'),
    ),
  'a charset that is markup': (name) =>
    part([`Content-Type: text/html; charset="x"><script>trap('${name}')</script>"`], page(name)),
  'bytes that are no utf-8': (name) =>
    part(['Content-Type: text/html; charset=utf-8'], `<p \u00c0\u00bcscript>${page(name)}`),
};

const ENCODINGS: Record<string, Tricky> = {
  'base64 with junk in it': (name) =>
    part(
      ['Content-Type: text/html', 'Content-Transfer-Encoding: base64'],
      base64(page(name)).replace(/.{7}/g, '$&<!-- \r\n*!'),
    ),
  'base64 after its end': (name) =>
    part(['Content-Type: text/html', 'Content-Transfer-Encoding: base64'], `${base64('<p>Dear')}${base64(page(name))}`),
  'soft lines within tags': (name) =>
    part(
      ['Content-Type: text/html', 'Content-Transfer-Encoding: quoted-printable'],
      lines(
        '<scr=',
        `ipt>trap=28'${name}')</scr=`,
        'ipt><im=',
        'g src=3Dx one=',
        `rror=3Dtrap('${name}')><p>Dear shop</p>`,
      ),
    ),
  'an encoding that nobody knows': (name) =>
    part(['Content-Type: text/html', `Content-Transfer-Encoding: <script>trap('${name}')</script>`], page(name)),
};

const TYPES: Record<string, Tricky> = {
  'a page that is called plain': (name) => part(['Content-Type: text/plain'], page(name)),
  'plain words that are called a page': () =>
    part(['Content-Type: text/html'], 'trap(1) &lt;script&gt;trap(1)&lt;/script&gt;'),
  'two types at once': (name) => part(['Content-Type: text/plain', 'Content-Type: text/html'], page(name)),
  'a type in capitals': (name) => part(['CONTENT-TYPE: TEXT/HTML'], page(name)),
  'a type with junk behind it': (name) => part(['Content-Type: text/html/plain;;; =x; charset'], page(name)),
  'no type': (name) => part(['X-Mailer: none'], page(name)),
  xhtml: (name) =>
    part(['Content-Type: application/xhtml+xml'], `<html xmlns="http://www.w3.org/1999/xhtml">${page(name)}</html>`),
  'a drawing as the mail': (name) => part(['Content-Type: image/svg+xml'], drawing(name)),
  'a script as the mail': (name) => part(['Content-Type: text/javascript'], `trap('${name}')`),
};

const HEADERS: Record<string, Tricky> = {
  'people with markup for names': (name) =>
    part(
      [
        `Reply-To: "<img src=x onerror=trap('${name}')>" <javascript:trap(1)@evil.example>`,
        `Cc: "<svg onload=trap('${name}')>" <a@b.example>, =?utf-8?B?${base64(`"><script>trap('${name}')</script>`)}?= <c@d.example>`,
        `Date: <script>trap('${name}')</script>`,
        'Content-Type: text/plain',
      ],
      'plain',
    ),
  'addresses for programs': (name) =>
    part(
      [
        'List-Unsubscribe: <javascript:trap(1)>, <https://evil.example/list>',
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
        'Disposition-Notification-To: a@evil.example',
        'Content-Location: https://evil.example/',
        'Content-Base: javascript:trap(1)',
        'Content-Type: text/html',
      ],
      `${page(name)}<a href="x">relative</a><img src="relative.png">`,
    ),
};

const TREES: Record<string, Tricky> = {
  alternatives: (name) =>
    multipart('alternative', [
      part(['Content-Type: text/plain'], `<script>trap('${name}')</script> plain`),
      part(
        ['Content-Type: text/x-amp-html'],
        '<html amp4email><script async src=https://evil.example/amp.js></script>',
      ),
      html(name),
    ]),
  'alternatives within alternatives': (name) =>
    multipart('alternative', [
      multipart('mixed', [multipart('alternative', [html(name), html(name)], 'c'), html(name)], 'b'),
      part(['Content-Type: text/enriched'], `<x-html>${page(name)}</x-html>`),
    ]),
  'an edge that is used twice': (name) =>
    lines(
      'Content-Type: multipart/mixed; boundary=a',
      '',
      '--a',
      html(name),
      '--a',
      part(['Content-Type: multipart/alternative; boundary=a'], lines('--a', html(name))),
    ),
  'an edge that is markup': (name) => multipart('mixed', [html(name)], `"<script>trap('${name}')</script>"`),
  'words before and behind the parts': (name) => {
    const mail = multipart('mixed', [html(name)]);
    return mail.replace('--edge\r\n', `${page(name)}\r\n--edge\r\n`) + page(name);
  },
};

const FILES: Record<string, Tricky> = {
  'pictures that are pages': (name) =>
    multipart('related', [
      part(
        ['Content-Type: text/html'],
        `<p>Dear shop</p><img src="cid:drawing@x"><img src="cid:page@x"><img src="cid:%22%3E%3Cscript%3E"><img src="https://evil.example/${name}/l.png"><iframe src="cid:page@x"></iframe><object data="cid:drawing@x"></object><link rel=stylesheet href="cid:style@x">`,
      ),
      part(['Content-Type: image/svg+xml', 'Content-ID: <drawing@x>'], drawing(name)),
      part(['Content-Type: text/html', 'Content-ID: <page@x>'], page(name)),
      part(['Content-Type: image/png', 'Content-ID: <">< script>>'], page(name)),
      part(['Content-Type: text/css', 'Content-ID: <style@x>'], '@import "https://evil.example/cid.css";'),
      part(['Content-Type: image/png', `Content-Location: https://evil.example/${name}/l.png`], page(name)),
    ]),
  'pages and drawings beside the mail': (name) =>
    multipart('mixed', [
      part(['Content-Type: text/plain'], 'See the files'),
      part(['Content-Type: text/html', 'Content-Disposition: attachment; filename=page.html'], page(name)),
      part(['Content-Type: image/svg+xml', 'Content-Disposition: inline; filename=drawing.svg'], drawing(name)),
      part(['Content-Type: image/png; name=photo.png', 'Content-Disposition: inline'], drawing(name)),
    ]),
  'names that are markup': (name) =>
    multipart('mixed', [
      part(['Content-Type: text/plain'], 'See the files'),
      part(
        [
          `Content-Type: text/html; name="<script>trap('${name}')</script>.html"`,
          `Content-Disposition: attachment; filename="a.png"; filename*=utf-8''%3Cimg%20src%3Dx%20onerror%3Dtrap(1)%3E.png`,
        ],
        page(name),
      ),
      part(
        [
          'Content-Type: application/pdf',
          `Content-Disposition: <script>; filename*0="<img src=x "; filename*1="onerror=trap('${name}')>.pdf"`,
        ],
        '%PDF-1.7',
      ),
      part(
        [
          'Content-Type: image/gif',
          `Content-Disposition: inline; filename="=?utf-8?B?${base64(`../../"><svg onload=trap('${name}')>.gif`)}?="`,
        ],
        'GIF89a',
      ),
    ]),
  'a mail within the mail': (name) =>
    multipart('mixed', [
      part(['Content-Type: text/plain'], 'See the mail'),
      part(
        ['Content-Type: message/rfc822', 'Content-Disposition: inline'],
        part([`Subject: <script>trap('${name}')</script>`, 'Content-Type: text/html'], page(name)),
      ),
      part(['Content-Type: message/partial; number=1; total=1; id=x'], html(name)),
      part(['Content-Type: message/external-body; access-type=URL; URL="https://evil.example/external"'], html(name)),
    ]),
  'a meeting': (name) =>
    multipart('mixed', [
      part(['Content-Type: text/plain'], 'See the meeting'),
      part(
        ['Content-Type: text/calendar; method=REQUEST'],
        lines(
          'BEGIN:VCALENDAR',
          'METHOD:REQUEST',
          'BEGIN:VEVENT',
          'DTSTART:20261121T100000Z',
          `SUMMARY:<script>trap('${name}')</script>`,
          `LOCATION:<img src=x onerror=trap('${name}')>`,
          `ORGANIZER;CN="<svg onload=trap('${name}')>":javascript:trap(1)`,
          `DESCRIPTION:<img src=x onerror=trap('${name}')>`,
          `X-ALT-DESC;FMTTYPE=text/html:${page(name)}`,
          'ATTACH:https://evil.example/attach',
          'URL:javascript:trap(1)',
          'END:VEVENT',
          'END:VCALENDAR',
        ),
      ),
    ]),
  'a broken winmail.dat': () =>
    multipart('mixed', [
      part(['Content-Type: text/plain'], 'See the file'),
      part(
        ['Content-Type: application/ms-tnef; name=winmail.dat', 'Content-Transfer-Encoding: base64'],
        base64('\u0078\u009f\u003e\u0022broken'),
      ),
    ]),
};

/** Mails by what is wrong with them; each tries to be read as more than a letter. */
export const TRICKY_MAILS: Readonly<Record<string, Tricky>> = {
  ...CHARSETS,
  ...ENCODINGS,
  ...TYPES,
  ...HEADERS,
  ...TREES,
  ...FILES,
};
