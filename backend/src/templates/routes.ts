import type { templateCalls } from '@inbox/api/wire';
import { readTemplates } from './list-templates';
import { sendTemplate } from './send-template';
import { sendTemplateToMany } from './send-template-to-many';
import type { HttpDeps } from '../http/deps';
import type { Handlers } from '../http/serve-calls';

/** Templates of WhatsApp: which there are, and sending one. */
export function templateHandlers({ context, templates }: HttpDeps): Pick<Handlers, keyof typeof templateCalls> {
  return {
    templates: ({ merchantId }, { query: { sf } }) => readTemplates(context, templates, merchantId, sf),
    initiateTemplate: async (who, { body }) => {
      const isForMany = body.temp_ids !== undefined || (body.ticket_ids ?? []).length > 1;
      if (!isForMany) return sendTemplate(context, who, body);
      return { results: await sendTemplateToMany(context, who, body) };
    },
  };
}
