/** What panels that write mails need of their agent's signatures. It is part of what they load with the editor. */
export { messages as signatureMessages } from './messages';
export { SignatureDialog } from './signature-dialog';
export { useMailSignatures, type MailSignatures } from './use-mail-signatures';
