import type { ChangeAccount } from '../accounts/accounts';

/** What one check of an account found, in words for the operator. */
export interface CheckResult {
  /** What was tried. */
  name: string;
  isGood: boolean;
  /** What is wrong and what to do about it, or what was found to be right. Never a secret. */
  words: string;
}

export const good = (name: string, words: string): CheckResult => ({ name, isGood: true, words });
export const bad = (name: string, words: string): CheckResult => ({ name, isGood: false, words });

/** Where this inbox is reached, and how names are looked up. */
export interface CheckDeps {
  /** The inbox's own address, without a slash at its end. */
  inboxUrl: string;
  smtp: { host: string; port: number };
  dns: Dns;
  timeoutMs: number;
  /** Stores what a provider gives in place of what an account has. */
  changeAccount: ChangeAccount;
}

/** The questions that are asked of the DNS; they reject as node:dns/promises does. */
export interface Dns {
  resolveMx(domain: string): Promise<{ exchange: string; priority: number }[]>;
  resolve4(domain: string): Promise<string[]>;
  resolve6(domain: string): Promise<string[]>;
}
