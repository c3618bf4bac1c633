export const messages = {
  away: 'Your inbox cannot be reached right now. Please try again in a moment; nothing is lost.',
  tooLong: 'The request is too large.',
};
