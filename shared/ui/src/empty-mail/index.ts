/** The question before a mail without a subject or without a text leaves. */
export { useEmptyMailQuestion, type EmptyMailQuestion, type MissingOfMail } from './empty-mail-question';
