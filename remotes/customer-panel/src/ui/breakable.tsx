import type { ReactNode } from 'react';

/** A long e-mail address goes on in the next line before its @, not in the middle of a word. */
export function breakable(value: string): ReactNode {
  const at = value.indexOf('@');
  if (at === -1) return value;
  return (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
}
