export * from './accounts';
export { composeMail, sendMail, type CustomerMail } from './mail/send-mail';
export { startMailSink, type MailSink, type SentMail } from './mail/mail-sink';
export { randomFrom, type Random } from './random';
export { demoMedia, sampleImage } from './sample-image';
export { samplePdf } from './sample-pdf';
export { createTalker, type Talker } from './talk';
export * from './shop';
export { startSimulator, type Simulator, type SimulatorOptions } from './simulator';
export {
  hubSignature,
  newWamid,
  whatsappDelivery,
  type CustomerMessage,
  type WebhookMessage,
  type WebhookStatus,
} from './whatsapp/delivery';
export { startGraphServer, type GraphServer, type SentMessage } from './whatsapp/graph-server';
export { postDelivery } from './whatsapp/post-delivery';
export { reportStatus } from './whatsapp/report';
