/** Loaded with the first connection: it brings tables of old character sets along, a third of the code of an operator's command. */
export { ImapFlow } from 'imapflow';
