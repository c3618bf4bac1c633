import type { Toast } from '@inbox/events';
import { createStore, useStore } from '@inbox/panel/store';
import { Button, color, IconButton, styled, type ColorToken } from '@inbox/ui';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type Ref } from 'react';

interface ToastCardProps {
  kind: Toast['kind'];
  text: string;
  /** Milliseconds that the toast stays, not counting those in which it is being read. */
  stayMs: number;
  /** What the agent can do about it. */
  actions: readonly { label: string; onPress(): void }[];
  onClose(): void;
  /** notistack moves the card by it. */
  ref?: Ref<HTMLDivElement>;
}

export const DISMISS = 'Dismiss';

const Card = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 10px;
  /* Not wider than the details, so that a conversation's actions stay free. */
  inline-size: min(300px, 100%);
  /* notistack's wrapper is as wide as the text in one line: without this, each would stand at a place of its own. */
  margin-inline-start: auto;
  /* However long their texts, three of them never reach down to the reply box. */
  max-block-size: min(120px, 20dvh);
  overflow: auto;
  padding: 8px 8px 8px 12px;
  border: 1px solid ${color.line};
  border-inline-start: 3px solid currentColor;
  border-radius: 8px;
  background: ${color.surface};
  box-shadow: 0 4px 20px rgb(0 0 0 / 18%);
  & > svg {
    margin-block-start: 6px;
  }
  & > p {
    flex: 1;
    min-inline-size: 0;
    padding-block: 6px;
    color: ${color.text};
    overflow-wrap: anywhere;
  }
`;

const Actions = styled.span`
  display: flex;
  flex-direction: column;
  gap: 4px;
`;

const kinds: Record<Toast['kind'], { icon: LucideIcon; tone: ColorToken; role: 'alert' | 'status' }> = {
  success: { icon: CircleCheck, tone: 'good', role: 'status' },
  error: { icon: CircleAlert, tone: 'bad', role: 'alert' },
  warning: { icon: TriangleAlert, tone: 'warning', role: 'alert' },
  info: { icon: Info, tone: 'accent', role: 'status' },
};

/** How many toasts are pointed at: one, or none. */
const pointedAt = createStore(0);

/**
 * One toast. It is told to screen readers once, by its role; what went wrong interrupts, what went well does not. It stays
 * while it, or another that it would move by leaving, is pointed at, while it has the focus, and while the agent is in
 * another window; Escape closes it too.
 */
export function ToastCard({ kind, text, stayMs, actions, onClose, ref }: ToastCardProps) {
  const { icon: Icon, tone, role } = kinds[kind];
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const cameFrom = useRef<Element | null>(null);
  const isAway = useAway();
  useEffect(() => {
    if (!isPointedAt) return;
    pointedAt.set(pointedAt.get() + 1);
    return () => pointedAt.set(pointedAt.get() - 1);
  }, [isPointedAt]);
  useCountdown(stayMs, useStore(pointedAt) > 0 || hasFocus || isAway, onClose);

  function onFocus({ currentTarget, relatedTarget }: FocusEvent): void {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
    setFocus(true);
  }
  function closeByHand(): void {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    onClose();
  }
  function act(onPress: () => void): void {
    closeByHand();
    onPress();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    closeByHand();
  }
  return (
    <Card
      ref={ref}
      role={role}
      style={{ color: color[tone] }}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={onFocus}
      onBlur={() => setFocus(false)}
      onKeyDown={onKeyDown}
    >
      <Icon size={18} aria-hidden />
      <p dir="auto">{text}</p>
      {actions.length > 0 && (
        <Actions>
          {actions.map(({ label, onPress }) => (
            <Button key={label} size="small" onClick={() => act(onPress)}>
              {label}
            </Button>
          ))}
        </Actions>
      )}
      <IconButton label={DISMISS} size="small" onClick={closeByHand}>
        <X size={16} aria-hidden />
      </IconButton>
    </Card>
  );
}

/** Has the agent turned to another window? */
function useAway(): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    window.addEventListener('blur', () => setAway(true), ended);
    window.addEventListener('focus', () => setAway(false), ended);
    return () => ended.abort();
  }, []);
  return isAway;
}

/** Calls back when `ms` milliseconds have passed in which it was not held. */
function useCountdown(ms: number, isHeld: boolean, onEnd: () => void): void {
  const left = useRef(ms);
  const end = useRef(onEnd);
  useEffect(() => void (end.current = onEnd), [onEnd]);
  useEffect(() => {
    if (isHeld) return;
    const started = performance.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - started));
    };
  }, [isHeld]);
}
