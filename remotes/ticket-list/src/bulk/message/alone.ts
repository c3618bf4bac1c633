const NAME = 'inbox.ticket-list.message-to-many';

/** Does this while no other tab of this browser does; answers whether it was this one. */
export async function alone(work: () => Promise<void>): Promise<boolean> {
  // Over plain HTTP there are no locks. The server makes one message of several tabs' requests all the same.
  if (!('locks' in navigator)) {
    await work();
    return true;
  }
  return navigator.locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    await work();
    return true;
  });
}
