import { createContext, useContext, useState, type ReactNode } from 'react';

/** Shows a dialog that belongs to a message; null closes it. */
export type ShowOverThread = (dialog: ReactNode) => void;

const OverThreadContext = createContext<ShowOverThread>(() => undefined);
export const useOverThread = (): ShowOverThread => useContext(OverThreadContext);

/**
 * Where the dialogs of messages stand. A row is taken out of the page as soon as it leaves the part that is drawn, by a
 * message that comes in, say: a dialog inside it would vanish under the agent's eyes.
 */
export function OverThread({ children }: { children: ReactNode }) {
  const [dialog, show] = useState<ReactNode>(null);
  return (
    <OverThreadContext value={show}>
      {children}
      {dialog}
    </OverThreadContext>
  );
}
