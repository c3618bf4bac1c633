import type { OperatedPanel, PanelChangeRequest } from '@inbox/api/panels';
import { Button, color, Field, styled } from '@inbox/ui';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { actionOf, messages, type Question } from './messages';
import { useChange } from './use-operations';

const Box = styled.dialog`
  inline-size: min(440px, calc(100vw - 32px));
  max-block-size: calc(100dvh - 32px);
  padding: 20px;
  border: 1px solid ${color.line};
  border-radius: 12px;
  background: ${color.surface};
  color: ${color.text};

  &::backdrop {
    background: rgb(0 0 0 / 32%);
  }
  & > form {
    display: flex;
    flex-direction: column;
    gap: 12px;
  }
  & h2 {
    font-size: 15px;
    overflow-wrap: anywhere;
  }
  & p {
    color: ${color.text2};
  }
  & [role='alert'] {
    color: ${color.bad};
    overflow-wrap: anywhere;
  }
`;

const Buttons = styled.div`
  display: flex;
  justify-content: flex-end;
  gap: 8px;
`;

const DANGER: readonly Question[] = ['takeBack', 'rollback', 'disable'];

interface QuestionDialogProps {
  question: Question;
  panel: OperatedPanel;
  onClose(): void;
}

/**
 * Asks before a panel is changed for everybody; the server's words stay in it when it is not. A dialog of the browser's own,
 * because the panel may itself be in one, over which nothing else can lie.
 */
export function QuestionDialog({ question, panel, onClose }: QuestionDialogProps) {
  const title = useId();
  const box = useRef<HTMLDialogElement>(null);
  const change = useChange();
  // What is asked about stays what it was, whatever others change meanwhile: the server then refuses it.
  const [{ version, share }] = useState(() => ({
    version: question === 'enable' || question === 'disable' ? panel.version : (panel.canary?.version ?? panel.version),
    share: panel.canary?.percent ?? 0,
  }));
  const [percent, setPercent] = useState(String(share));
  const [why, setWhy] = useState('');

  useEffect(() => {
    const before = document.activeElement;
    box.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const action = actionOf(question);
    const about = { panel: panel.panel, version, ...(why.trim() && { why: why.trim() }) };
    const request: PanelChangeRequest =
      action === 'canary' ? { action, ...about, percent: Number(percent) } : { action, ...about };
    change.mutate(request, { onSuccess: onClose });
  }

  return (
    <Box
      ref={box}
      aria-labelledby={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form onSubmit={submit} onChange={() => change.error !== null && change.reset()}>
        <h2 id={title}>{messages.questions[question](panel.title, version)}</h2>
        <p>{messages.explained[question]}</p>
        {question === 'canary' && (
          <Field>
            {messages.share}
            <input
              type="number"
              min={0}
              max={100}
              step="any"
              required
              value={percent}
              onChange={({ target }) => setPercent(target.value)}
            />
          </Field>
        )}
        <Field>
          {messages.why}
          <input maxLength={500} value={why} onChange={({ target }) => setWhy(target.value)} />
        </Field>
        {change.error && <p role="alert">{change.error.message}</p>}
        <Buttons>
          <Button onClick={onClose}>{messages.cancel}</Button>
          <Button type="submit" variant={DANGER.includes(question) ? 'danger' : 'primary'} disabled={change.isPending}>
            {change.isPending ? messages.working : messages.confirm}
          </Button>
        </Buttons>
      </form>
    </Box>
  );
}
