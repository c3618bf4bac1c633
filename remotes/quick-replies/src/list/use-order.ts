import type { QuickReply } from '@inbox/domain';
import { usePanelStorage } from '@inbox/panel';
import { useState } from 'react';
import * as z from 'zod/mini';

const STORED = 'most-used-first';

/** Most used first, when the agent wants it so; it is remembered. */
export function useOrder(): { isMostUsedFirst: boolean; toggle(): void } {
  const storage = usePanelStorage();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isMostUsedFirst = chosen ?? storage.read(STORED, z.boolean()) ?? false;
  return {
    isMostUsedFirst,
    toggle() {
      setChosen(!isMostUsedFirst);
      storage.write(STORED, !isMostUsedFirst);
    },
  };
}

/** Those with as many uses stay in the order that they had. */
export const byUse = (replies: readonly QuickReply[]): readonly QuickReply[] =>
  replies.toSorted((one, other) => other.uses - one.uses);
