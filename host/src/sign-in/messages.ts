/** Texts of the dialog on signing in; loaded with it. */
export const signInMessages = {
  title: 'Sign-in and security',
  close: 'Close',
  loading: 'Loading',
  failed: 'Something went wrong. Please try again.',
  sessions: {
    title: 'Where you are signed in',
    hint: 'End what you do not know. A session ends by itself after twelve hours.',
    current: 'This browser',
    unknown: 'Unknown browser',
    started: (time: string) => `Signed in ${time}`,
    used: (time: string) => `last used ${time}`,
    from: (address: string) => `from ${address}`,
    end: 'End',
    endNamed: (browser: string, time: string) => `End ${browser}, signed in ${time}`,
    endOthers: 'End all others',
    ended: (count: number) => (count === 1 ? '1 session has ended.' : `${count} sessions have ended.`),
  },
} as const;
