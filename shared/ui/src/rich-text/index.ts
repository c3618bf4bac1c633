export { RichTextEditor, type RichTextEditorProps, type RichTextHandle } from './editor';
export type { Person } from './mentions';
export { RichTextView } from './view';
export { fromHtml } from './from-html';
export { isBlank, plainText, type RichText } from './rich-text';
export { withSignature } from './signature';
export { toHtml } from './to-html';
