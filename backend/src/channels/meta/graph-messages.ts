/** What the channels' own codes mean, in words for agents. */
export const messages = {
  windowClosed: 'The customer last wrote more than 24 hours ago. This channel takes no reply until they write again.',
  mayNot: 'The account is not allowed to do this. Please check its permissions at Meta.',
  nobodyThere: 'The channel does not know this customer any more.',
  gone: 'This is not there any more on the channel, or the account may not see it.',
  tokenExpired: "The account's access to the channel has expired. Please connect it again.",
  unavailable: 'This customer cannot be written to right now.',
  answered: (status: number) => `The channel answered ${status}.`,
  fileGone: 'The file is not there any more.',
} as const;
