import { usePanelStorage } from '@inbox/panel';
import { useMemo, useState } from 'react';
import * as z from 'zod/mini';

const KEY = 'open-sections';
const schema = z.record(z.string(), z.boolean());

export interface OpenSections {
  isOpen(name: string, startsOpen: boolean): boolean;
  toggle(name: string, startsOpen: boolean): void;
}

/** Which sections the agent has opened and closed, as this browser remembers it. */
export function useOpenSections(): OpenSections {
  const storage = usePanelStorage();
  const stored = useMemo(() => storage.read(KEY, schema) ?? {}, [storage]);
  const [changed, setChanged] = useState<{ storage: typeof storage; sections: Record<string, boolean> } | null>(null);
  // Of another agent, or of a time when nobody was known, it says nothing.
  const sections = changed?.storage === storage ? changed.sections : stored;
  const isOpen = (name: string, startsOpen: boolean) => sections[name] ?? startsOpen;
  return {
    isOpen,
    toggle(name, startsOpen) {
      const next = { ...sections, [name]: !isOpen(name, startsOpen) };
      storage.write(KEY, next);
      setChanged({ storage, sections: next });
    },
  };
}
