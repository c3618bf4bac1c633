/** Texts of the sign-in with a passkey. */
export const passkeyMessages = {
  signIn: 'Sign in with a passkey',
  or: 'or',
  over: 'This sign-in took too long, or was completed elsewhere. Please try again.',
  unknown: 'The inbox does not know this passkey. Sign in another way, and add it in ‘Sign-in and security’.',
  wrong: 'What the device answered did not hold, so nobody was signed in. Please try again.',
  cancelled: 'No passkey was used. Try again, or sign in with your password.',
  failed: 'The inbox could not be reached. Please try again.',
} as const;
