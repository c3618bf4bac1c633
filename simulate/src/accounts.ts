import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';

/** A WhatsApp number of a merchant, as the simulator must know it to speak for its customers. */
const whatsappAccountSchema = z.object({
  kind: z.literal('whatsapp'),
  merchant: z.string(),
  phone_number_id: z.string(),
  display_phone_number: z.string(),
  /** The business that has the number's templates. */
  business_id: z.optional(z.string()),
  /** Signs the deliveries. */
  app_secret: z.string(),
});

/** An Instagram account, or a page with its Messenger; comments under their posts come the same way. */
const socialAccountSchema = z.object({
  kind: z.enum(['instagram', 'messenger']),
  merchant: z.string(),
  account_id: z.string(),
  app_secret: z.string(),
});

const mailAccountSchema = z.object({ kind: z.literal('email'), merchant: z.string(), address: z.string() });

/** A number that customers call and are called from. */
const phoneLineSchema = z.object({
  kind: z.literal('phone'),
  merchant: z.string(),
  number: z.string(),
  account_sid: z.string(),
  api_key: z.string(),
  api_token: z.string(),
  /** In the address at which the inbox is told of calls. */
  webhook_secret: z.string(),
});

/** A shop that the merchant has connected. */
const shopAccountSchema = z.object({
  kind: z.literal('shop'),
  merchant: z.string(),
  domain: z.string(),
  /** Origin of its pages. */
  site: z.string(),
  access_token: z.string(),
  /** Signs its webhooks. */
  app_secret: z.string(),
});

const simulatorFileSchema = z.object({
  /** Origin of the inbox backend. */
  backend: z.string(),
  /** The inbox's e-mail door. */
  smtp_port: z.int(),
  /** Where the simulator answers Graph calls, the telephony provider's and the shops', on 127.0.0.1. */
  graph_port: z.int(),
  /** Where the simulator takes the merchants' mail in, on 127.0.0.1. */
  mail_port: z.int(),
  accounts: z.array(
    z.discriminatedUnion('kind', [
      whatsappAccountSchema,
      socialAccountSchema,
      mailAccountSchema,
      phoneLineSchema,
      shopAccountSchema,
    ]),
  ),
});

export type WhatsAppAccount = z.infer<typeof whatsappAccountSchema>;
export type SocialAccount = z.infer<typeof socialAccountSchema>;
export type MailAccount = z.infer<typeof mailAccountSchema>;
export type PhoneLine = z.infer<typeof phoneLineSchema>;
export type ShopAccount = z.infer<typeof shopAccountSchema>;
export type SimulatorFile = z.infer<typeof simulatorFileSchema>;

/** Written into the data folder with the demo data, readable by its owner alone: it holds the demo accounts' secrets. */
export const SIMULATOR_FILE = 'simulator.json';

/** @throws Error with one clear line when there is none or it is broken. */
export async function readSimulatorFile(path: string): Promise<SimulatorFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new Error(`There is no ${path}: start the inbox with demo data first (npm start).`);
  }
  const parsed = simulatorFileSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new Error(`${path} is not a simulator file: ${parsed.error.message}`);
  return parsed.data;
}
