/**
 * Parses one mail beside the main thread. Plain JavaScript, since a worker thread runs its file as it is: from source, in
 * tests and when built.
 */
import { parentPort, workerData } from 'node:worker_threads';
import PostalMime from 'postal-mime';

const { raw, options } = /** @type {{ raw: Uint8Array, options: import('postal-mime').PostalMimeOptions }} */ (
  workerData
);
const email = await PostalMime.parse(raw, options);
// Files are handed over without copying them.
const buffers = email.attachments.map(({ content }) => content).filter((content) => content instanceof ArrayBuffer);
parentPort?.postMessage(email, [...new Set(buffers)]);
