import { Button, color, Spinner, styled } from '@inbox/ui';
import { useEffect, useRef, useState } from 'react';
import { Modal } from '../shortcuts/modal';
import type { OverlayProps } from '../shortcuts/overlay';
import { signOutMessages as texts } from './messages';
import { sendFirst } from './send-first';
import type { SignOutWork } from './sign-out-work';

const Box = styled.div`
  display: flex;
  flex-direction: column;
  gap: 12px;
  padding: 20px;
  overflow: auto;
  overflow-wrap: anywhere;

  && h2 {
    font-size: 16px;
    outline: none;
  }
  && ul {
    list-style: disc;
    padding-inline-start: 20px;
  }
`;

const Hint = styled.p`
  color: ${color.text2};
`;

const Problem = styled.p`
  color: ${color.bad};
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  justify-content: flex-end;
`;

const Progress = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
`;

type Step = { at: 'choose' } | { at: 'sending'; left: number } | { at: 'sure' };

/** Asks what becomes of work that is stored in this browser alone. Closing it leaves the agent signed in. */
export function SignOutDialog({ work, onClose }: OverlayProps & { work: SignOutWork }) {
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const [found, setFound] = useState(work.found);
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useRef<AbortController>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes with its step.
  useEffect(() => heading.current?.focus(), [step.at]);
  useEffect(() => () => sending.current?.abort(), []);

  const leave: SignOutWork['leave'] = (how) => {
    onClose();
    work.leave(how);
  };

  async function send(): Promise<void> {
    const controller = (sending.current = new AbortController());
    const { signal } = controller;
    setProblem(null);
    setStep({ at: 'sending', left: found.waiting + found.held });
    const { collect, isOffline } = work;
    const onLeft = (left: number) => signal.aborted || setStep({ at: 'sending', left });
    const sent = await sendFirst({ collect, isOffline, onLeft, signal });
    if (signal.aborted) return;
    const isDone = sent.problem === null && (work.whyNotKept === null || sent.found.lines.length === 0);
    if (isDone) return leave(work.whyNotKept === null ? 'encrypt' : 'discard');
    setFound(sent.found);
    setProblem(sent.problem);
    setStep({ at: 'choose' });
  }

  function stopSending(): void {
    sending.current?.abort();
    void work.collect(false).then(setFound);
    setStep({ at: 'choose' });
  }

  const isToSend = found.waiting + found.held > 0;
  const title =
    step.at === 'sure' ? texts.sureTitle : isToSend || found.silent.length > 0 ? texts.unsent : texts.unfinished;
  return (
    <Modal label={title} onClose={onClose}>
      <Box>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <ul aria-label={texts.list}>
          {found.lines.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
        {step.at === 'choose' && <Hint>{work.whyNotKept ?? texts.keepHint}</Hint>}
        {step.at === 'sure' && <p>{texts.sure}</p>}
        <div role="status">
          {step.at === 'sending' && (
            <Progress>
              <Spinner aria-hidden /> {texts.sending(step.left)}
            </Progress>
          )}
          {step.at === 'choose' && problem !== null && <Problem>{problem}</Problem>}
        </div>
        {step.at === 'choose' && (
          <Buttons>
            <Button variant="quiet" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button variant="danger" onClick={() => setStep({ at: 'sure' })}>
              {texts.discard}
            </Button>
            {work.whyNotKept === null && (
              <Button variant={isToSend ? 'secondary' : 'primary'} onClick={() => leave('encrypt')}>
                {texts.keep}
              </Button>
            )}
            {isToSend && (
              <Button variant="primary" onClick={() => void send()}>
                {texts.send}
              </Button>
            )}
          </Buttons>
        )}
        {step.at === 'sending' && (
          <Buttons>
            <Button onClick={stopSending}>{texts.stop}</Button>
          </Buttons>
        )}
        {step.at === 'sure' && (
          <Buttons>
            <Button onClick={() => setStep({ at: 'choose' })}>{texts.back}</Button>
            <Button variant="danger" onClick={() => leave('discard')}>
              {texts.discardNow}
            </Button>
          </Buttons>
        )}
      </Box>
    </Modal>
  );
}
