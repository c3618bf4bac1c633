import { OPERATIONS_PERMISSION } from '@inbox/domain/operations';
import { NEW_AGENT_PERMISSIONS } from '../src/agents/new-agent';

/** Who works at a demo merchant: every mix of permissions that the interface treats differently is there. */
export interface DemoAgent {
  first_name: string;
  last_name: string;
  email: string;
  user_permissions: string[];
  can_assign_ticket_to_self: boolean;
  can_assign_ticket_to_other_agent: boolean;
  is_store_admin: boolean;
  /** Rings first when the agent calls a customer. */
  phone: string;
}

export interface DemoMerchant {
  slug: string;
  name: string;
  domain: string;
  /** What WhatsApp shows; digits with country code. */
  number: string;
  /** What customers call and are called from. */
  phone: string;
  agents: DemoAgent[];
  quickReplies: { shortcut: string; message: string }[];
  /** The part of all demo tickets that are this merchant's, 0 to 1. */
  share: number;
}

type Rights = 'admin' | 'both' | 'self' | 'others' | 'neither' | 'no-inbox';

const agent = (name: string, domain: string, rights: Rights, phone: string, ...more: string[]): DemoAgent => {
  const [first_name = '', last_name = ''] = name.split(' ');
  return {
    first_name,
    last_name,
    email: `${first_name}@${domain}`.toLowerCase(),
    user_permissions: rights === 'no-inbox' ? [] : [...NEW_AGENT_PERMISSIONS, ...more],
    can_assign_ticket_to_self: rights === 'admin' || rights === 'both' || rights === 'self',
    can_assign_ticket_to_other_agent: rights === 'admin' || rights === 'both' || rights === 'others',
    is_store_admin: rights === 'admin',
    phone,
  };
};

export const DEMO_MERCHANTS: readonly DemoMerchant[] = [
  {
    slug: 'kala-threads',
    name: 'Kala Threads',
    domain: 'kalathreads.example',
    number: '918000100200',
    phone: '+918045670100',
    share: 0.8,
    agents: [
      agent('Asha Menon', 'kalathreads.example', 'admin', '+919000000100', OPERATIONS_PERMISSION),
      agent('Dev Kulkarni', 'kalathreads.example', 'both', '+919000000101'),
      agent('Farida Sheikh', 'kalathreads.example', 'self', '+919000000102'),
      agent('Gopal Iyer', 'kalathreads.example', 'others', '+919000000103'),
      agent('Harleen Kaur', 'kalathreads.example', 'neither', '+919000000104'),
      agent('Isha Bose', 'kalathreads.example', 'both', '+919000000105'),
      agent('Jatin Rao', 'kalathreads.example', 'no-inbox', '+919000000106'),
    ],
    quickReplies: [
      {
        shortcut: '/hello',
        message: 'Hello {{userFirstName}}, thank you for writing to Kala Threads. How can I help?',
      },
      { shortcut: '/track', message: 'You can follow your order {{lastOrderNumber}} here: {{lastOrderTrackingUrl}}' },
      { shortcut: '/refund', message: 'The refund has been made. Banks take up to 5 working days to show it.' },
      { shortcut: '/exchange', message: 'We will pick the item up tomorrow and send the right size the same day.' },
      { shortcut: '/cod', message: 'Cash on delivery is available all over India.' },
      {
        shortcut: '/sorry',
        message: 'We are very sorry for the trouble. Let me put this right at once.',
      },
      { shortcut: '/bye', message: 'Happy to help! Have a lovely day.' },
    ],
  },
  {
    slug: 'ghar-and-co',
    name: 'Ghar & Co',
    domain: 'gharandco.example',
    number: '918000300400',
    phone: '+918045670200',
    share: 0.2,
    agents: [
      agent('Kabir Shah', 'gharandco.example', 'admin', '+919000000107'),
      agent('Leela Thomas', 'gharandco.example', 'both', '+919000000108'),
      agent('Mohit Gupta', 'gharandco.example', 'self', '+919000000109'),
    ],
    quickReplies: [
      { shortcut: '/hi', message: 'Namaste {{userFirstName}}, this is Ghar & Co. What can we do for you?' },
      {
        shortcut: '/status',
        message: 'Your order {{lastOrderNumber}} ({{lastOrderProducts}}) is packed and leaves our store today.',
      },
    ],
  },
];
