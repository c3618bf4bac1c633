export * from './accounts';
export { answerExotel, callIn, isAnswered, reportCall, type SimulatedCall } from './exotel';
export { composeMail, sendMail, sendRawMail, type CustomerMail } from './mail/send-mail';
export { startMailSink, type MailSink, type SentMail } from './mail/mail-sink';
export { randomFrom, type Random } from './random';
export { demoMedia } from './demo-media';
export { sendEachKind } from './each-kind';
export { sampleImage } from './sample-image';
export { samplePdf } from './sample-pdf';
export { sampleVoice } from './sample-voice';
export { sampleWinmail } from './mail/sample-winmail';
export { sampleSound } from './sample-sound';
export { sampleVideo } from './sample-video';
export { createTalker, type Talker } from './talk';
export * from './shop';
export {
  commentDelivery,
  commentRemoval,
  messagingDelivery,
  newMid,
  newSocialId,
  type SocialMessage,
} from './social/delivery';
export { demoPost, postOf, type DemoPost } from './social/posts';
export { hubSignature, postSigned } from './post-signed';
export { startSimulator, type Simulator, type SimulatorOptions } from './simulator';
export {
  newWamid,
  whatsappDelivery,
  type CustomerMessage,
  type WebhookEcho,
  type WebhookMessage,
  type WebhookStatus,
} from './whatsapp/delivery';
export { startGraphServer, type GraphServer } from './graph/graph-server';
export type { ArrivedTemplate, SentMessage } from './sent-message';
export { editOf, reactionTo, revokeOf, messageKinds } from './whatsapp/kinds';
export { postDelivery } from './whatsapp/report';
export { reportStatus } from './whatsapp/report';
export { sampleTemplates, templateDelivery, type GraphTemplate } from './whatsapp/templates';
export { startShopifyServer, type ShopifyServer } from './shopify/shopify-server';
export type { ShopifyMode } from './shopify/shopify';
export { readStocks, SHOPS_FILE, simulatedShopUrl, writeStocks, type Stocks } from './shopify/shops';
export { stockShop, type Buyer, type MentionedOrder } from './shopify/stock';
export {
  checkoutBody,
  customerBody,
  orderBody,
  orderNode,
  type ShopStock,
  type SimulatedCheckout,
  type SimulatedCustomer,
  type SimulatedOrder,
} from './shopify/things';
export { postShopifyWebhook, shopifySignature, type ShopifyDoor } from './shopify/webhook';
