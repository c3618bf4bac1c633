/** What is said about a message to the server that did not get through. */
export const liveMessages = {
  notConnected: 'You are offline. Please try again when the inbox is live.',
  connectionLost: 'The connection was lost before the server answered. Please try again.',
  notAnswered: 'The server did not answer. Please try again.',
  notUnderstood: 'The server does not know this message.',
} as const;
