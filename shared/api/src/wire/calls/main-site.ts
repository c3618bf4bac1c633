import * as z from 'zod/mini';
import { get } from '../call';

/** On the main site (spec section 7). */
export interface PaymentCheck {
  has_payment_error: boolean;
  payment_settings_url: string | null;
}

export const paymentCheckCall = get<PaymentCheck>('/api/whatsapp/config/has_error/', () => ({
  answer: z.object({ has_payment_error: z.boolean(), payment_settings_url: z.nullable(z.string()) }),
}));
