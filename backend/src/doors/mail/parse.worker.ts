import { parentPort, workerData } from 'node:worker_threads';
import { parseHere } from './parse';

/** Parses the mail it was started with, and hands the attachments over without copying them. */
const email = await parseHere(workerData as Uint8Array);
const buffers = email.attachments.map(({ content }) => content).filter((content) => content instanceof ArrayBuffer);
parentPort?.postMessage(email, [...new Set(buffers)]);
