import { idSchema, type AccountId } from '@inbox/domain';
import * as z from 'zod/mini';

/** What a dead letter of a mail notes besides its bytes, so that it can be taken in again. */
export const toldOfMailSchema = z.object({
  account_id: idSchema<AccountId>(),
  envelope_sender: z.string(),
  client: z.object({ address: z.string(), helo: z.string() }),
});

export type ToldOfMail = z.infer<typeof toldOfMailSchema>;
