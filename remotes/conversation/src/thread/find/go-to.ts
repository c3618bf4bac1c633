import type { ContentId } from '@inbox/domain';
import { createContext, useContext } from 'react';

/** Shows an item of the thread, loading what lies between first. */
export type GoTo = (id: ContentId) => void;

export const GoToContext = createContext<GoTo>(() => undefined);
export const useGoTo = (): GoTo => useContext(GoToContext);
