import type { Part } from './delivery';

/** How the directory says which parts of a delivery are for this cell. */
export const PARTS_HEADER = 'x-inbox-parts';
/** How a cell says that an account which it was led is not there (RFC 9110, section 15.5.20). */
export const MISLED = 421;

/** What of a delivery is for one cell. */
export interface LedParts {
  /** Accounts that the directory knows to be there. */
  here: readonly string[];
  /** Those that it knows to be in other cells; null where this cell is not to keep what nobody knows. */
  elsewhere: readonly string[] | null;
}

/** Accounts are named by digits: nothing needs to be quoted. */
export const partsHeader = ({ here, elsewhere }: LedParts): string =>
  elsewhere === null ? here.join(',') : `${here.join(',')};${elsewhere.join(',')}`;

const listOf = (text: string): string[] => text.split(',').filter(Boolean);

export function readPartsHeader(header: string): LedParts {
  const [here = '', elsewhere] = header.split(';');
  return { here: listOf(here), elsewhere: elsewhere === undefined ? null : listOf(elsewhere) };
}

/** The parts of a delivery that are for this cell. */
export function partsFor({ here, elsewhere }: LedParts, parts: readonly Part[]): Part[] {
  return parts.filter(({ account }) => {
    if (account !== null && here.includes(account)) return true;
    return elsewhere !== null && (account === null || !elsewhere.includes(account));
  });
}
