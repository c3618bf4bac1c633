/** What is read while a panel comes from somewhere else than the registry. */
export const ownBuildsMessages = {
  overridden: (panels: string) => `Developer build: ${panels}`,
  previewed: (panels: string) => `Preview: ${panels}`,
  previewRefused: (why: string) => `No preview. ${why}`,
  previewUnanswered: (release: string) => `The inbox did not answer for ${release}.`,
  reset: 'Reset',
} as const;
