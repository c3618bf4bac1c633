export { systemClock, type Clock } from './clock';
export { liveAddress } from './live-address';
export { LiveChannel } from './live-channel';
export { liveMessages } from './messages';
export { EXPIRED_TOAST_MS, isLongOutage, LOGIN_AFTER_MS } from './policy';
export { readServerMessage } from './server-message';
export { openWebSocket } from './socket';
export { wakeWithPage } from './wake';
