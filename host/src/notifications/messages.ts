import type { MessageKind } from './new-messages';

/** Texts of desktop notifications and of the menu that switches them. */
export const notificationMessages = {
  kinds: {
    message: 'New message',
    email: 'New e-mail',
    image: 'Sent an image',
    document: 'Sent a document',
    audio: 'Sent an audio file',
    voice: 'Sent a voice message',
    video: 'Sent a video',
    comment: 'New comment',
  } satisfies Record<MessageKind, string>,
  withoutName: 'Inbox',
  several: (count: number) => `${count} new messages`,
  mentioned: (by: string, ticket: number) => `${by} mentioned you in a note on ticket #${ticket}`,
  moreMentions: (count: number) => `${count} more ${count === 1 ? 'note mentions' : 'notes mention'} you`,
  mentionedHidden: 'You are mentioned in a note',
  openTicket: 'Open ticket',
  choices: {
    off: 'Desktop notifications: off',
    names: 'Desktop notifications: on',
    private: 'Desktop notifications: on, without names',
  },
} as const;
