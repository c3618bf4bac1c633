export { RecipientField, SUGGESTIONS_CLOSE_MS, type RecipientFieldProps } from './recipient-field';
