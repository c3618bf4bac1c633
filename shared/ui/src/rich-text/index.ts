export { RichTextEditor, type RichTextEditorProps, type RichTextHandle } from './editor';
export { fromHtml } from './from-html';
export { isBlank, plainText, type RichText } from './rich-text';
export { toHtml } from './to-html';
