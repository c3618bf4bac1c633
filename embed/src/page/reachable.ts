/** Does the inbox answer at all? Whether the page may read the answer is another matter. */
export const isReachable = async (inboxUrl: string): Promise<boolean> =>
  navigator.onLine &&
  fetch(`${inboxUrl}/registry.json`, { mode: 'no-cors', cache: 'no-store', credentials: 'omit' }).then(
    () => true,
    () => false,
  );
