/** What the reply box says of a reply that is not sent. */
export const replyMessages = {
  draftUnstored: 'Not saved: this browser has no room for it. Keep this page open.',
  /** The address of a reply is not the one that the ticket began with. */
  numberChange: (name: string, { from, to }: { from: string; to: string }) =>
    `${name} has a new number. Replies go to ${to}; ${from} may be somebody else’s by now.`,
  /** Why a reply waits. */
  waiting: {
    change: 'It leaves after what was asked for before it.',
    offline: 'You are off line. It leaves when the connection is back.',
    server: 'The server is not answering, trying again',
    busy: 'Too much was asked of the inbox at once. It leaves in a moment.',
  },
  otherTab: {
    title: 'Written in another tab',
    use: 'Use this text',
    useLabel: (text: string) => `Use this text: ${text}`,
    discardLabel: (text: string) => `Discard the text of the other tab: ${text}`,
  },
  unstored: {
    text: 'This browser could not store your reply, so it was not sent. It stays in the box.',
    sendAnyway: 'Send without storing',
    sending: 'Sending… Keep this page open: the reply is not stored in this browser.',
    again: 'This browser could not store your reply, so it was not sent.',
  },
};
