const tries = (left: number): string => (left === 1 ? '1 try is left.' : `${left} tries are left.`);

/** Texts of the second step of a sign-in. */
export const secondStepMessages = {
  title: 'Enter your code',
  hint: 'Open the authenticator app on your phone and type the code that it shows for this inbox.',
  code: '6-digit code',
  go: 'Continue',
  noPhone: 'I do not have my phone',
  recovery: 'Recovery code',
  recoveryHint:
    'One of the ten that you were shown when you turned this on. Without one, ask whoever looks after the inbox to reset it.',
  goByRecovery: 'Use the recovery code',
  anew: 'Sign in as somebody else',
  wrong: (left: number) =>
    `This code is wrong, or was used before. Type the one that the app shows now, and check that your phone's clock is right. ${tries(left)}`,
  over: 'This sign-in took too long, or was completed elsewhere. Please sign in again.',
  tooManyWrong: 'Five codes were wrong. Please sign in again.',
} as const;
