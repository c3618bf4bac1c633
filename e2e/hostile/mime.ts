export const base64 = (text: string) => Buffer.from(text).toString('base64');
export const lines = (...all: readonly string[]) => all.join('\r\n');

export const page = (name: string) =>
  `<p>Dear shop</p><script>trap('${name}')</script><img src="https://evil.example/${name}/i.png" onerror="trap('${name}')">`;
export const drawing = (name: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" onload="trap('${name}')"><script>trap('${name}')</script><image href="https://evil.example/${name}/d.png"/></svg>`;

/** One part, or a mail of one: its header lines, then what it holds. */
export const part = (headers: readonly string[], content: string) => lines(...headers, '', content);
export const html = (name: string) => part(['Content-Type: text/html'], page(name));

export function multipart(kind: string, parts: readonly string[], edge = 'edge'): string {
  const headers = ['MIME-Version: 1.0', `Content-Type: multipart/${kind}; boundary=${edge}`];
  return part(headers, lines(...parts.flatMap((each) => [`--${edge}`, each]), `--${edge}--`, ''));
}
