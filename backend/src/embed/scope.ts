import { ticketIdSchema, type CustomerId, type Schema, type TicketId } from '@inbox/domain';
import * as z from 'zod/mini';

/** Of each list in a scope. */
const MOST_NAMED = 200;

/**
 * The panels whose calls and events are known here. A token for panels of other teams gets what every panel may have.
 */
export type PanelName = 'ticket-list' | 'conversation' | 'customer-panel' | 'quick-replies';

/** How far a narrow token reaches. What it does not limit is as far as its agent may go. */
export interface TokenScope {
  /** Only these tickets, and those of the customers; null for no limit by tickets and customers. */
  reach: Reach | null;
  /** Only the calls and events of these panels; null for those of all. */
  panels: readonly string[] | null;
  readOnly: boolean;
  /** The figures of the whole shop, which no other scope opens. */
  analytics: boolean;
}

/** The tickets that a token is for, by themselves or by their customers. */
export interface Reach {
  tickets: readonly TicketId[];
  customers: readonly CustomerId[];
}

const few = <T>(entry: Schema<T>): Schema<T[]> => z.array(entry).check(z.maxLength(MOST_NAMED));

const customerIdText = (): Schema<CustomerId> =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be the number of a customer, as text')),
    z.transform((text: string) => Number(text) as CustomerId),
  );

const NARROWS = "must narrow something: 'tickets', 'customers', 'panels' or 'readOnly'";

/** The claim `scope`. A name that it does not know is refused: it could have been meant to narrow. */
export const tokenScopeSchema: Schema<TokenScope> = z.lazy(() =>
  z.pipe(
    z
      .strictObject({
        tickets: z.optional(few(ticketIdSchema)),
        customers: z.optional(few(customerIdText())),
        panels: z.optional(few(z.string().check(z.regex(/^[a-z][a-z0-9-]{1,40}$/, 'must be names of panels')))),
        readOnly: z.optional(z.boolean()),
        analytics: z.optional(z.boolean()),
      })
      .check(
        z.refine(({ tickets, customers, panels, readOnly }) => Boolean(tickets ?? customers ?? panels ?? readOnly), {
          error: NARROWS,
        }),
      ),
    z.transform(({ tickets, customers, panels, readOnly = false, analytics = false }): TokenScope => ({
      reach:
        tickets === undefined && customers === undefined
          ? null
          : { tickets: tickets ?? [], customers: customers ?? [] },
      panels: panels ?? null,
      readOnly,
      analytics,
    })),
  ),
);

/** May a token have what belongs to these panels? What belongs to none is every panel's. */
export const hasPanel = ({ panels }: Pick<TokenScope, 'panels'>, whose: readonly string[] | undefined): boolean =>
  panels === null || whose === undefined || whose.some((panel) => panels.includes(panel));
