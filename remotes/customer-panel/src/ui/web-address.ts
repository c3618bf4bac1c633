/** The address when a browser may be led there: http or https. Null for everything else, such as `javascript:`. */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text.trim())) return null;
  const url = new URL(text.trim());
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}
