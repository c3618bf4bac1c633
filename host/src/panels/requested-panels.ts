/** Where the tab keeps what was asked for, as a query of `panel` parameters. */
export const ASKED_KEY = 'inbox.panels';

/**
 * What this tab was asked to show in place of published panels, by `?panel=` of this address or of earlier ones; '' for
 * nothing. It is stored at once: whoever signs in first comes back to an address that no longer says it.
 */
export function requestedPanels(
  { search }: Pick<Location, 'search'>,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): string {
  const before = storage.getItem(ASKED_KEY) ?? '';
  if (!/[?&]panel=/.test(search)) return before;
  const asked = `${before}&${search.slice(1)}`;
  storage.setItem(ASKED_KEY, asked);
  return asked;
}
