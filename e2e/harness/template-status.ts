import { postSigned, sampleTemplates, templateDelivery } from '@inbox/simulate';
import type { Inbox } from './inbox';

/** WhatsApp gives a template of the shop another status, and tells the inbox. */
export async function setTemplateStatus(inbox: Inbox, name: string, status: string): Promise<void> {
  const { business_id = '', app_secret } = inbox.shop.whatsapp;
  const template = sampleTemplates(business_id).find((one) => one.name === name);
  if (template === undefined) throw new Error(`There is no template ${name}.`);
  inbox.simulator.graph.templates.setStatus(business_id, name, status);
  await postSigned(inbox.url, app_secret, templateDelivery(business_id, template, status));
}
