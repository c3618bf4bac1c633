import type { Ticket } from '@inbox/domain';
import type { ReactNode } from 'react';

/** The checkbox of a row, for a list whose rows may be chosen. */
export type RowCheck = (ticket: Ticket, place: { tabStop: boolean }) => ReactNode;
