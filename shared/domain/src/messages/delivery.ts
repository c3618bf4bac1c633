import type { SendStatus } from './message-base';

export type DeliveryState = 'sending' | 'sent' | 'delivered' | 'seen' | 'not_sent' | 'unknown';

interface Delivery {
  send_status: SendStatus;
  delivered: boolean;
  read: boolean;
}

/** What the bubble's foot says (spec section 4, message delivery). */
export function deliveryState(message: Delivery): DeliveryState {
  if (message.read) return 'seen';
  if (message.delivered) return 'delivered';
  return message.send_status;
}

/**
 * What a channel's report makes of a message. Reports come late, twice and out of order: seen never falls back to
 * delivered, and a failure that comes after delivery is not believed.
 */
export function afterReport(message: Delivery, report: 'sent' | 'delivered' | 'read' | 'failed'): Delivery {
  switch (report) {
    case 'failed':
      return message.delivered || message.read ? message : { ...message, send_status: 'not_sent' };
    case 'sent':
      // Taken first, failed later: a late 'sent' does not undo the failure.
      return message.send_status === 'sent' || message.send_status === 'not_sent'
        ? message
        : { ...message, send_status: 'sent' };
    case 'delivered':
      return { ...message, send_status: 'sent', delivered: true };
    case 'read':
      return { send_status: 'sent', delivered: true, read: true };
  }
}
