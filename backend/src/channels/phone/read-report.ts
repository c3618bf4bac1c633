import type { CallState } from '@inbox/domain';
import { typedNumber } from '@inbox/domain/conversation';
import * as z from 'zod/mini';

/** Of what the provider tells, JSON, a form or a query, the parts that are used; all of it is text or a number. */
const text = z.optional(z.pipe(z.union([z.string(), z.number()]), z.transform(String)));
const reportSchema = z.object({
  CallSid: z.string().check(z.minLength(1), z.maxLength(200)),
  CustomField: text,
  Direction: text,
  From: text,
  CallFrom: text,
  Status: text,
  CallStatus: text,
  DialCallStatus: text,
  CallType: text,
  ConversationDuration: text,
  DialCallDuration: text,
});

export interface ReadReport {
  externalId: string;
  callId: number | null;
  state: Exclude<CallState, 'connecting' | 'unknown'>;
  customerPhone: string | null;
  lasted: number | null;
}

const STATES: Readonly<Record<string, ReadReport['state']>> = {
  queued: 'ringing',
  ringing: 'ringing',
  free: 'ringing',
  'call-attempt': 'ringing',
  'in-progress': 'talking',
  busy: 'missed',
  'no-answer': 'missed',
  canceled: 'missed',
  incomplete: 'missed',
  'client-hangup': 'missed',
  voicemail: 'missed',
  failed: 'failed',
  completed: 'completed',
};

/**
 * What the provider tells of a call; null when it is not understood. How the leg to the shop went says more than how the
 * whole call did: that one is 'completed' also when nobody took it.
 */
export function readReport(told: unknown): ReadReport | null {
  const parsed = reportSchema.safeParse(told);
  if (!parsed.success) return null;
  const { CallSid, CustomField, Direction, From, CallFrom, ...rest } = parsed.data;
  const words = [rest.DialCallStatus, rest.Status, rest.CallStatus, rest.CallType];
  const state = words.flatMap((word) => STATES[word ?? ''] ?? [])[0];
  if (state === undefined) return null;
  const seconds = Number(rest.ConversationDuration ?? rest.DialCallDuration ?? NaN);
  const caller = CallFrom ?? From ?? '';
  return {
    externalId: CallSid,
    callId: /^\d{1,15}$/.test(CustomField ?? '') ? Number(CustomField) : null,
    state,
    customerPhone: /^(incoming|inbound)$/i.test(Direction ?? '') && isPhone(caller) ? caller.trim() : null,
    lasted: Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds) : null,
  };
}

/** A caller's number may have no country, and some countries have numbers of seven digits. */
const isPhone = (phone: string) => /^\+?\d{7,20}$/.test(typedNumber(phone) ?? '');
