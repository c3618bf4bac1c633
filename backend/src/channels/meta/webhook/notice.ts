import { readCurrency } from '@inbox/domain';
import { formatMoney } from '@inbox/domain/conversation';
import * as z from 'zod/mini';
import type { ChannelNotice } from '../../../conversations/dead-letters/channel-notices';
import { labelOf, own, readAnswers } from '../read/answers';
import { lenientWord } from '../read/lenient-text';
import { messages } from '../messages';

/** Is a change of this field news of a WhatsApp account, which belongs to no ticket? */
export const isNotice = (field: string): boolean => own(messages.notices, field) !== undefined;

const noticeFields = z.object({
  event: lenientWord,
  decision: lenientWord,
  status: lenientWord,
  new_quality_score: lenientWord,
  alert_severity: lenientWord,
  message_template_name: lenientWord,
  display_phone_number: lenientWord,
  phone_number: lenientWord,
  configuration_name: lenientWord,
  flow_id: lenientWord,
});

/** Constants of news that a store admin has to act on. */
const GRAVE =
  /DISABLE|BAN|BLOCKED|VIOLATION|RESTRICT|REJECT|DELETED|DELETION|LOCKED|CRITICAL|PAUSED|FLAGGED|DOWNGRADE|LIMIT|WARNING|DEPRECATED|THROTTLED|^RED$|^YELLOW$/i;
/** News that a warning has ended names that warning, too. */
const RELIEF = /^UNFLAGGED$|REINSTATE|UNBAN|UNRESTRICT|ENABLED/i;

/** A change of an account in words: its name, what happened, and the rest of it by its parts. */
export function readNotice(field: string, value: unknown): ChannelNotice {
  const read = noticeFields.safeParse(value).data;
  const { event = '', decision = '', status = '', new_quality_score = '', alert_severity = '' } = read ?? {};
  const said = [event, decision, status, new_quality_score, alert_severity].filter(Boolean);
  const is_grave = said.some((each) => GRAVE.test(each)) && !said.some((each) => RELIEF.test(each));
  const lines = readAnswers(inWords(value))?.lines ?? [];
  const title = own(messages.notices, field) ?? labelOf(field);
  const subject =
    read?.message_template_name ||
    read?.display_phone_number ||
    read?.phone_number ||
    read?.configuration_name ||
    read?.flow_id ||
    '';
  return { kind: field, subject, is_grave, words: [title, ...lines].join('\n') };
}

/** Meta's constants as words, and no ids, which say nothing to people. */
function inWords(value: unknown): unknown {
  if (typeof value === 'string') return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(value) ? constantWords(value) : value;
  if (Array.isArray(value)) return value.map(inWords);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !/(?:^|_)id$/.test(name));
  return Object.fromEntries(entries.map(([name, each]) => [name, inWords(each)]));
}

const constantWords = (constant: string): string => {
  const words = constant.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const payment = z.object({
  type: z.literal('payment'),
  status: lenientWord,
  payment: z.object({
    reference_id: lenientWord,
    amount: z.nullish(z.object({ value: z.number(), offset: z.nullish(z.number()) })),
    currency: lenientWord,
    transaction: z.nullish(z.object({ status: lenientWord })),
  }),
});

/** Reads the state of a payment in a chat; null for a status of a message. */
export function readPayment(status: unknown): ChannelNotice | null {
  const read = payment.safeParse(status);
  if (!read.success) return null;
  const { reference_id, amount, currency, transaction } = read.data.payment;
  const state = read.data.status || transaction?.status || '';
  const sum = amount == null ? '' : formatMoney(amount.value / (amount.offset || 1), readCurrency(currency));
  const is_grave = /fail|cancel|error/i.test(`${state} ${transaction?.status ?? ''}`);
  return { kind: 'payment', subject: reference_id, is_grave, words: messages.payment(reference_id, state, sum) };
}
