import type { Acting, BulkTarget } from '@inbox/domain';
import { useLoadCode, usePanelStorage } from '@inbox/panel';
import { useEffect, useState, type ReactNode } from 'react';
import { messages } from '../../messages';
import { RUN_KEY } from './key';
import type MessagesToManyType from './messages-to-many';
import type { AskedMessage } from './messages-to-many';

interface Options {
  acting: Acting | null;
  onStarted(target: BulkTarget): void;
}

/** Its code comes when the first message is written, or when an earlier page has left one in the middle. */
export function useMessagesToMany({ acting, onStarted }: Options): { ask(asked: AskedMessage): void; view: ReactNode } {
  const load = useLoadCode();
  const storage = usePanelStorage();
  const [asked, setAsked] = useState<AskedMessage | null>(null);
  const [View, setView] = useState<typeof MessagesToManyType | null>(null);
  const wanted = acting !== null && (asked !== null || storage.keys(RUN_KEY).includes(RUN_KEY));
  const isMissing = wanted && View === null;
  useEffect(() => {
    if (!isMissing) return;
    load(
      () => import('./messages-to-many'),
      (loaded) => setView(() => loaded.default),
      messages.bulk.notLoaded,
    );
  }, [asked, isMissing, load]);
  return {
    ask: setAsked,
    view: View && acting && <View asked={asked} acting={acting} onStarted={onStarted} onClose={() => setAsked(null)} />,
  };
}
