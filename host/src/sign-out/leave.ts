/** Leaves the inbox for an address of the main site. */
export const leaveFor = (address: string): void => location.assign(address);

/** Starts the page anew. */
export const reloadPage = (): void => location.reload();
