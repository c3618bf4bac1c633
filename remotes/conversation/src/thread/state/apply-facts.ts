import type { LiveFacts } from '@inbox/domain';
import { createContext, useContext } from 'react';

/** Hands facts that a call has answered to the open thread; they come by the live line as well, and `rev` decides. */
export type ApplyFacts = (facts: LiveFacts) => void;

export const ApplyFactsContext = createContext<ApplyFacts>(() => undefined);
export const useApplyFacts = (): ApplyFacts => useContext(ApplyFactsContext);
