import { DEFAULT_TICKET_STATUS, ticketStatusSchema, type Schema, type TicketStatus } from '@inbox/domain';
import type { PanelStorage } from '@inbox/panel';
import * as z from 'zod/mini';

const KEY = 'ticket_status';
/** In an object, because the tab All is null and nothing remembered is null too. */
const schema: Schema<{ status: TicketStatus | null }> = z.object({ status: z.nullable(ticketStatusSchema) });

/** The status tab that the agent chose last, in this browser (spec section 3). */
export const rememberedStatus = (storage: PanelStorage): TicketStatus | null => {
  const remembered = storage.read(KEY, schema);
  return remembered === null ? DEFAULT_TICKET_STATUS : remembered.status;
};

export const rememberStatus = (storage: PanelStorage, status: TicketStatus | null): void => {
  storage.write(KEY, { status });
};
