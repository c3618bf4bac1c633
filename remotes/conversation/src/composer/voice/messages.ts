/** What the recording of a voice message says; with the part that records. */
export const voiceMessages = {
  title: 'Voice message',
  starting: 'Waiting for the microphone',
  level: 'Level',
  pause: 'Pause',
  resume: 'Resume',
  stop: 'Stop',
  finishing: 'Preparing the recording',
  preview: 'Your recording',
  attach: 'Attach',
  failed: {
    unsupported:
      'This browser cannot record a sound that customers can play. Use another browser, or attach a sound file.',
    denied: 'The microphone is not allowed. Allow it for this page in the browser, then try again.',
    missing: 'No microphone was found.',
    empty: 'Nothing was recorded. Please try again.',
    broken: 'The recording could not be prepared. Please try again.',
  },
} as const;
