import { contentIdSchema } from '@inbox/domain';
import { aQuickReply, aTicket, runDevPage } from '@inbox/panel/testing';
import panel from './src/panel';

const replies = [
  aQuickReply({ id: 1, shortcut: '/hello', message: 'Hello {{userFirstName}}, thank you for writing to Kurta House!' }),
  aQuickReply({
    id: 2,
    shortcut: '/where',
    message:
      'Your order {{lastOrderNumber}} is with {{lastOrderShippingCompany}}.\nFollow it here: {{lastOrderTrackingUrl}}',
  }),
  aQuickReply({ id: 3, shortcut: '/size', message: 'You can exchange any size within 15 days, free of charge.' }),
  aQuickReply({ id: 4, shortcut: '/नमस्ते', message: 'नमस्ते! आपके संदेश के लिए धन्यवाद, हम जल्द ही जवाब देंगे।' }),
  aQuickReply({ id: 5, shortcut: '/cod', message: 'Cash on delivery is open for orders below ₹5,000.00.' }),
];

runDevPage(panel, {
  width: 360,
  tickets: [aTicket({ id: 48207 }), aTicket({ id: 48213 })],
  answers: {
    async quickReplies() {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return replies;
    },
  },
  prepare(fake) {
    fake.join('conversation').handle('reply.insert', ({ ticket_id, text }) => {
      document.title = `Into the reply of #${ticket_id}: ${text}`;
    });
    fake.join('conversation').handle('reply.send', ({ ticket_id, text }) => {
      document.title = `To the customer of #${ticket_id}: ${text}`;
      return { id: contentIdSchema.parse(500) };
    });
  },
});
