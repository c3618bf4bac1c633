import { joinTags, tagList, type AgentId, type CreateVariant, type CustomerInfo } from '@inbox/domain';
import type { NewTicketRequest } from '@inbox/api';
import { lookupOf } from '@inbox/domain/conversation';

/** What stands in the fields. */
export interface Typed {
  by: 'phone' | 'email';
  phone: string;
  email: string;
  first_name: string;
  last_name: string;
  subject: string;
  owner: AgentId;
  tags: readonly string[];
  notes: string;
  variant: CreateVariant;
}

const FILLED = ['phone', 'email', 'first_name', 'last_name'] as const;
type FilledField = (typeof FILLED)[number];

/** The fields, and which of them the lookup has filled in: those are not the agent's words. */
export interface Form {
  typed: Typed;
  filled: Partial<Record<FilledField, string>>;
}

export const emptyForm = (owner: AgentId): Form => ({
  typed: {
    by: 'phone',
    phone: '',
    email: '',
    first_name: '',
    last_name: '',
    subject: '',
    owner,
    tags: [],
    notes: '',
    variant: 'create',
  },
  filled: {},
});

/** What the customer is looked up by: the agent's own words alone, and no phone of a ticket by e-mail. */
export function lookupKey({ typed, filled }: Form): ReturnType<typeof lookupOf> {
  const own = (field: 'phone' | 'email') => (typed[field] === filled[field] ? '' : typed[field]);
  return lookupOf({ phone: typed.by === 'phone' ? own('phone') : '', email: own('email') });
}

const isSameKey = (a: Form, b: Form) => JSON.stringify(lookupKey(a)) === JSON.stringify(lookupKey(b));

/** The agent types. What was filled in for another phone or e-mail goes: it would be the wrong customer's. */
export function type(form: Form, change: Partial<Typed>): Form {
  const after = { typed: { ...form.typed, ...change }, filled: form.filled };
  return isSameKey(form, after) ? after : fillIn(after, NOBODY);
}

const NOBODY: CustomerInfo = { phone: null, email: null, first_name: null, last_name: null };

/** What the lookup has found goes into the fields that the agent has not filled. A ticket by e-mail is not given a phone. */
export function fillIn({ typed, filled }: Form, info: CustomerInfo): Form {
  const after: Form = { typed: { ...typed }, filled: {} };
  for (const field of FILLED) {
    if (typed[field] !== '' && typed[field] !== filled[field]) continue;
    const told = (field === 'phone' && typed.by === 'email' ? null : info[field]) ?? '';
    after.typed[field] = told;
    if (told !== '') after.filled[field] = told;
  }
  return after;
}

/** Is there something that would be lost? */
export function isEmpty({ typed, filled }: Form): boolean {
  const texts = [
    typed.phone,
    typed.email,
    typed.first_name,
    typed.last_name,
    typed.subject,
    typed.notes,
    ...typed.tags,
  ];
  return Object.keys(filled).length === 0 && texts.every((text) => text.trim() === '');
}

/** As it is sent (spec section 3). The phone of a ticket by e-mail stays here: with it, it would be one by phone. */
export function requestOf({ typed }: Form, ref: string): NewTicketRequest & { ref: string } {
  return {
    email: typed.email,
    phone: typed.by === 'phone' ? typed.phone : '',
    subject: typed.subject,
    agent_id: typed.owner,
    notes: typed.notes,
    tags: typed.tags.length === 0 ? null : joinTags(typed.tags),
    customer_first_name: typed.first_name,
    customer_last_name: typed.last_name,
    set_status: typed.variant,
    ref,
  };
}

/** The fields of a request that was stored. */
export function formOf(request: NewTicketRequest, me: AgentId): Form {
  const { email, phone, agent_id } = request;
  const owner = agent_id === undefined || agent_id === null || agent_id === -1 ? me : agent_id;
  return {
    typed: {
      by: phone === '' && email !== '' ? 'email' : 'phone',
      phone,
      email,
      first_name: request.customer_first_name,
      last_name: request.customer_last_name,
      subject: request.subject,
      owner,
      tags: tagList(request.tags ?? ''),
      notes: request.notes,
      variant: request.set_status,
    },
    filled: {},
  };
}
