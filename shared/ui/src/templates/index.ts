/**
 * Choosing and filling in a WhatsApp template, for panels that send them: they bring the calls. It is loaded when it is first
 * opened, so it stands beside the package's index and not in it.
 */
export { messages as templateMessages, templateToasts } from './messages';
export { TemplateModal, type TemplateModalProps, type TemplateSample, type TemplateToSend } from './template-modal';
export { TemplatePicker, type TemplateList, type TemplatePickerProps } from './template-picker';
