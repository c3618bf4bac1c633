import type { privacyCalls } from '@inbox/api/privacy';
import type { ConversationId, CustomerId } from '@inbox/domain';
import { isNameTyped, mayHandleData } from '@inbox/domain/conversation';
import type { FastifyInstance } from 'fastify';
import { idFromText } from '@inbox/domain';
import type { SignedIn } from '../agents/sessions/session';
import { customerOfConversation } from '../customers/join-queries';
import type { Queryable } from '../platform/db/connection';
import { messages } from '../platform/errors/messages';
import { WorkError } from '../platform/errors/errors';
import { eraseCustomer } from './erase/erase-customer';
import { zipCustomer } from './zip-customer';
import { checkInboxPermission, whoAsks } from '../http/authentication';
import type { HttpDeps } from '../http/deps';
import { badRequest } from '../http/failures';
import type { Handlers } from '../http/serve-calls';

/** @throws WorkError when the shop has no such conversation, or the agent may not handle data of customers */
async function customerFor(db: Queryable, who: SignedIn, conversationId: ConversationId): Promise<CustomerId> {
  const id = await customerOfConversation(db, who.merchantId, conversationId);
  if (id === undefined) throw new WorkError(404, messages.noConversation, 'no_conversation');
  if (!mayHandleData(who.agent).allowed) throw new WorkError(403, messages.dataForAdmins, 'not_admin');
  return id;
}

/** What a customer may ask of the shop. */
export function privacyHandlers({
  context,
  uploads,
  erasedLists,
}: HttpDeps): Pick<Handlers, keyof typeof privacyCalls> {
  const { db } = context;
  return {
    eraseCustomer: async (who, { params, body }) => {
      const { merchantId } = who;
      const customerId = await customerFor(db, who, params.conversation_id);
      const customer = await db
        .selectFrom('customers')
        .select('full_name')
        .where('merchant_id', '=', merchantId)
        .where('id', '=', customerId)
        .where('erased_at', 'is', null)
        .executeTakeFirst();
      if (customer === undefined) throw new WorkError(404, messages.noCustomer, 'no_customer');
      if (!isNameTyped(body.name, customer.full_name)) {
        throw new WorkError(400, messages.otherName, 'bad_request', { name: [messages.otherName] });
      }
      const deps = { context, uploads, listDirs: erasedLists };
      const done = await eraseCustomer(deps, { merchantId, customerId, by: who.agent.id });
      if (done === undefined) throw new WorkError(404, messages.noCustomer, 'no_customer');
      return { erasure: done.id, tickets: done.tickets.length };
    },
  };
}

const conversationId = idFromText<ConversationId>();

/** The export is a file, not an answer in JSON. */
export function serveCustomerExport(app: FastifyInstance, { context, uploads }: HttpDeps): void {
  app.get<{ Params: { id: string } }>('/api/inbox/conversations/:id/customer/export/', async (request, reply) => {
    const who = whoAsks(request);
    checkInboxPermission(who);
    const id = conversationId.safeParse(request.params.id);
    if (!id.success) throw badRequest('id', id.error.issues);
    const customerId = await customerFor(context.db, who, id.data);
    const of = { merchantId: who.merchantId, customerId, by: who.agent.id };
    const zip = await zipCustomer({ db: context.db, uploads, now: context.now() }, of);
    if (zip === undefined) throw new WorkError(404, messages.noCustomer, 'no_customer');
    return reply
      .header('content-disposition', `attachment; filename="customer-${customerId}.zip"`)
      .type('application/zip')
      .send(zip);
  });
}
