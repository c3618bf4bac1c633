/** What agents read when other builds of panels are live than those of their page. */
export const reloadMessages = {
  newer: 'A newer version of the inbox is ready.',
  reload: 'Reload',
} as const;
