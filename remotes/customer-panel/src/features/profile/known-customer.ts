import type { Customer, CustomerId } from '@inbox/domain';

/** What is really known of a text field: 'NA' is how some sources say that they do not know (spec section 3). */
export function known(text: string | null): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' || trimmed.toUpperCase() === 'NA' ? null : trimmed;
}

export interface KnownCustomer {
  id: CustomerId | undefined;
  name: string | null;
  email: string | null;
  phone: string | null;
  city: string | null;
  analytics: Customer['analytics'];
}

/** Null when nothing at all is known of the customer. */
export function knownCustomer(customer: Customer): KnownCustomer | null {
  const parts = [known(customer.first_name), known(customer.last_name)].filter((part) => part !== null);
  const found = {
    name: known(customer.full_name) ?? (parts.length > 0 ? parts.join(' ') : null),
    email: known(customer.email),
    phone: known(customer.phone),
    city: known(customer.city),
    analytics: customer.analytics,
  };
  return Object.values(found).every((value) => value === null) ? null : { id: customer.id, ...found };
}
