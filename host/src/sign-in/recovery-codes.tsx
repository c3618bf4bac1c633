import { Button } from '@inbox/ui';
import { useEffect, useRef, useState } from 'react';
import { signInMessages } from './messages';
import { Buttons, Codes, Plain, Problem, Small } from './parts';

const texts = signInMessages.secondStep;

type Copied = 'no' | 'yes' | 'refused';

/** The codes that let the agent in without their phone; the inbox cannot show them again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const [copied, setCopied] = useState<Copied>('no');
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('yes');
    } catch {
      setCopied('refused');
    }
  }

  return (
    <>
      <h4>{texts.codesTitle}</h4>
      <Small>{texts.codesHint}</Small>
      <Codes ref={list} tabIndex={-1} aria-label={texts.codesTitle}>
        {codes.map((code) => (
          <li key={code}>
            <Plain>{code}</Plain>
          </li>
        ))}
      </Codes>
      <Buttons>
        <Button onClick={() => void copy()}>{texts.copy}</Button>
        <Button onClick={() => saveText(text, texts.file)}>{texts.download}</Button>
        <Button variant="primary" onClick={onDone}>
          {texts.done}
        </Button>
      </Buttons>
      <Small role="status">{copied === 'yes' && texts.copied}</Small>
      {copied === 'refused' && <Problem role="alert">{texts.copyFailed}</Problem>}
    </>
  );
}

function saveText(text: string, filename: string): void {
  const link = document.createElement('a');
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.href = address;
  link.download = filename;
  link.click();
  URL.revokeObjectURL(address);
}
