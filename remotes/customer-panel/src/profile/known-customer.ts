import type { Customer, CustomerId } from '@inbox/domain';
import { known } from '../ui/known';

export interface KnownCustomer {
  id: CustomerId | undefined;
  name: string | null;
  email: string | null;
  phone: string | null;
  city: string | null;
  analytics: Customer['analytics'];
  /** The shop has yet to say what the analytics are. */
  isPending: boolean;
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
  return Object.values(found).every((value) => value === null)
    ? null
    : { id: customer.id, isPending: customer.analytics_pending === true, ...found };
}
