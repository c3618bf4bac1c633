import { useStore } from '@inbox/panel/store';
import { TOAST_MS, toastActions, ToastCard } from '@inbox/shell/toasts';
import { layer, styled } from '@inbox/ui';
import { messages } from './messages';
import type { Room } from './room';

const Stack = styled.div`
  position: absolute;
  z-index: ${layer.toast};
  inset-block-start: 8px;
  inset-inline: 8px;
  display: grid;
  gap: 8px;
  pointer-events: none;
  & > * {
    pointer-events: auto;
  }
`;

/** The toasts of a room, over the panel that has been in it for longest. */
export function ToastStack({ room, panel }: { room: Room; panel: string }) {
  const toasts = useStore(room.toasts);
  const [first] = room.panels;
  if (first !== panel || toasts.length === 0) return null;
  const close = (id: number) => room.toasts.set(room.toasts.get().filter((one) => one.id !== id));
  return (
    <Stack role="region" aria-label={messages.notices}>
      {toasts.map((toast) => (
        <ToastCard
          key={toast.id}
          kind={toast.kind}
          text={toast.text}
          stayMs={toast.duration ?? TOAST_MS}
          actions={toastActions(toast, room.onToastAction)}
          onClose={() => close(toast.id)}
        />
      ))}
    </Stack>
  );
}
