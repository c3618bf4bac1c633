import { color, IconButton, styled, type ColorToken } from '@inbox/ui';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from 'lucide-react';
import { closeSnackbar, type CustomContentProps } from 'notistack';
import type { Ref } from 'react';
import { messages } from '../messages';

const Card = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 10px;
  /* Not wider than the details, so that a conversation's actions stay free. */
  inline-size: min(300px, 100%);
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

const kinds: Record<string, { icon: LucideIcon; tone: ColorToken; role: 'alert' | 'status' }> = {
  success: { icon: CircleCheck, tone: 'good', role: 'status' },
  error: { icon: CircleAlert, tone: 'bad', role: 'alert' },
  warning: { icon: TriangleAlert, tone: 'warning', role: 'alert' },
};
const neutral = { icon: Info, tone: 'accent', role: 'status' } as const;

/** One toast. It is told to screen readers once, by its role; what went wrong interrupts, what went well does not. */
export function ToastCard({ id, message, variant, ref }: CustomContentProps & { ref?: Ref<HTMLDivElement> }) {
  const { icon: Icon, tone, role } = kinds[variant] ?? neutral;
  return (
    <Card ref={ref} role={role} style={{ color: color[tone] }}>
      <Icon size={18} aria-hidden />
      <p dir="auto">{message}</p>
      <IconButton label={messages.dismissToast} size="small" onClick={() => closeSnackbar(id)}>
        <X size={16} aria-hidden />
      </IconButton>
    </Card>
  );
}
