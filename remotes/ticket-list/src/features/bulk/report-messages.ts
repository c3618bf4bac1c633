/** Of what a bulk action could not do; they are loaded with its report. */
export const reportMessages = {
  failures: 'Tickets that could not be changed',
  moreFailures: (count: number) => `and ${count.toLocaleString('en-IN')} more`,
  brokenOff: {
    offline: 'The connection broke',
    timeout: 'The server is not answering',
    server: 'The server failed',
  },
  broken: 'It is not known whether all of it was done. Trying again finishes it, and does nothing twice.',
} as const;
