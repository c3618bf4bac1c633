import { FIELDS_REV, type customFieldCalls, type FormBody } from '@inbox/api/wire';
import type { FieldValues } from '@inbox/domain';
import { readFieldValues, saveFieldValues } from './custom-fields';
import { listFields } from './field-queries';
import type { HttpDeps } from '../../http/deps';
import type { Handlers } from '../../http/serve-calls';

const textsOf = (given: FormBody[string] | undefined): readonly string[] =>
  typeof given === 'string' ? [given] : (given ?? []);

/** What the merchant wants to know of each ticket. */
export function fieldHandlers({ context }: HttpDeps): Pick<Handlers, keyof typeof customFieldCalls> {
  return {
    customFields: ({ merchantId }) => listFields(context.db, merchantId),
    fieldValues: ({ merchantId }, { params: { ticket_id } }) => readFieldValues(context.db, merchantId, ticket_id),
    saveFieldValues: (who, { params: { ticket_id }, body: { [FIELDS_REV]: rev, ...given } }) => {
      const values: FieldValues = Object.fromEntries(
        Object.entries(given).map(([id, texts]) => [id, textsOf(texts)] as const),
      );
      const [seen] = textsOf(rev);
      return saveFieldValues(context, who, {
        ticketId: ticket_id,
        values,
        seen: seen === undefined ? null : Number(seen),
      });
    },
  };
}
