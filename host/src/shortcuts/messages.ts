/** Texts of the shortcuts, their sheet and the command palette; loaded with them. */
export const shortcutMessages = {
  groups: {
    tickets: 'Tickets',
    status: 'Your status',
    appearance: 'Appearance',
    inbox: 'Inbox',
  },
  goToTicket: (number: string) => `Go to ticket #${number}`,
  allTickets: 'Back to tickets',
  setStatus: (status: string) => `Set your status to ${status}`,
  setTheme: (theme: string) => `Appearance: ${theme}`,
  refresh: 'Refresh',
  dismissToasts: 'Dismiss notices',
  sheet: 'Keyboard shortcuts',
  palette: 'Command palette',
  logout: 'Logout',
  find: 'What do you want to do? A number opens that ticket',
  results: (count: number) => (count === 1 ? '1 command' : `${count} commands`),
  nothing: 'No command matches.',
  close: 'Close',
  singleKeys: 'Single-key shortcuts',
  singleKeysHint: 'They never act while you type. Ctrl+K always works.',
} as const;
