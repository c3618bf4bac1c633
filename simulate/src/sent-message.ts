/** A template as it arrived at a customer. */
export interface ArrivedTemplate {
  name: string;
  language: string;
  header: string;
  text: string;
  /** What stands behind each button that was filled in, in their order. */
  buttons: string[];
  /** The header's file, by its media id. */
  media: { kind: string; id: string } | null;
}

/** A message that the inbox sent to a customer. */
export interface SentMessage {
  channel: 'whatsapp' | 'social' | 'comment';
  /** The channel's id of it. */
  wamid: string;
  /** The account that sent it; for a comment the one that it answers. */
  phone_number_id: string;
  to: string;
  text: string;
  /** The kind of its file. */
  file: string | null;
  /** By which the file is had from `media`. */
  media_id: string | null;
  /** WhatsApp shows it as a voice message. */
  isVoice: boolean;
  quotes: string | null;
  /** The approved template that it was sent by. */
  template: ArrivedTemplate | null;
  callbackData: string | null;
  at: Date;
}
