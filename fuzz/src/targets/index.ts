import type { Target } from '../target';
import { calls, socket } from './calls';
import { meta, phone, shop } from './deliveries';
import { mail, smime, tnef } from './mail';
import { mailHtml, richHtml } from './rich-html';

/** Every parser of what comes from outside, by its name. */
export const TARGETS: ReadonlyMap<string, Target> = new Map(
  [mail, smime, tnef, mailHtml, richHtml, meta, shop, phone, calls, socket].map((target) => [target.name, target]),
);
