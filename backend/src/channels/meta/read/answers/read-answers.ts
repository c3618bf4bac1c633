import * as z from 'zod/mini';
import { kindOfType } from '../../../../platform/files/file-types';
import type { IncomingAttachment } from '../../../../conversations/incoming/incoming-message';
import { lenientWord } from '../lenient-text';
import { messages } from '../../messages';
import { fileById } from '../said';
import { choiceOf, isInternal, labelOf, snakeCase } from './labels';
import { dayWords, momentWords } from './moments';

export interface ReadAnswers {
  /** One answer each, or below its name the parts of an answer that has several. */
  lines: string[];
  /** Files that the customer added to the form; their bytes are fetched by their ids. */
  files: IncomingAttachment[];
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names that say only that the answers are inside. */
const ENVELOPES = new Set(['values', 'params', 'extension_message_response']);
/** Deeper than any form: what is below is left out. */
const MOST_DEPTH = 8;
const MOST_FILES = 30;

/**
 * Reads a filled-in form as people read it: names as words, choices and days as the form showed them. Empty fields and those
 * for programs are left out.
 * @param given JSON, or what it holds
 * @returns null when it is neither
 */
export function readAnswers(given: unknown): ReadAnswers | null {
  const value = unpacked(given);
  const fields = Array.isArray(value) ? { [messages.answer]: value } : value;
  if (!isFields(fields)) return null;
  const files: IncomingAttachment[] = [];
  const lines = blocksOf(fields, { depth: 0, files }).flat();
  return { lines, files: files.slice(0, MOST_FILES) };
}

interface Place {
  depth: number;
  files: IncomingAttachment[];
}

/** The lines of each field that has an answer. */
function blocksOf(fields: Fields, place: Place): string[][] {
  return inOrder(Object.entries(fields)).flatMap(([name, packed]) => {
    if (isInternal(name)) return [];
    const value = unpacked(packed);
    if (isFields(value) && ENVELOPES.has(snakeCase(name)) && place.depth === 0) return blocksOf(value, place);
    const block = named(labelOf(name), answerOf(snakeCase(name), value, place));
    return block.length === 0 ? [] : [block];
  });
}

/** The fields of an address form come in any order: the name is read first, as on an envelope. */
function inOrder(entries: [string, unknown][]): [string, unknown][] {
  if (!entries.some(([name]) => name === 'in_pin_code' || name === 'sg_post_code')) return entries;
  const place = (name: string) => (ADDRESS_ORDER.includes(name) ? ADDRESS_ORDER.indexOf(name) : ADDRESS_ORDER.length);
  return entries.toSorted(([a], [b]) => place(a) - place(b));
}
const ADDRESS_ORDER = [
  'name',
  'phone_number',
  'house_number',
  'unit_number',
  'floor_number',
  'tower_number',
  'building_name',
  'address',
  'landmark_area',
  'city',
  'state',
  'in_pin_code',
  'sg_post_code',
];

interface Answer {
  lines: string[];
  /** An answer with fields of its own, or several such: its lines are read below its name. */
  isList: boolean;
}

const NONE: Answer = { lines: [], isList: false };
const plain = (lines: string[]): Answer => ({ lines, isList: false });

function named(label: string, { lines, isList }: Answer): string[] {
  const [first, ...rest] = lines;
  if (first === undefined) return [];
  return isList || rest.length > 0 ? [messages.fieldAbove(label), ...lines] : [messages.field(label, first)];
}

function answerOf(field: string, value: unknown, place: Place): Answer {
  if (typeof value === 'string') return plain(textLines(field, value));
  if (typeof value === 'number') return plain([momentWords(field, String(value)) ?? String(value)]);
  if (typeof value === 'boolean') return plain([value ? messages.yes : messages.no]);
  if (place.depth >= MOST_DEPTH) return NONE;
  const inside = { ...place, depth: place.depth + 1 };
  if (Array.isArray(value)) return listOf(field, value.map(unpacked), inside);
  if (!isFields(value)) return NONE;
  const file = fileOf(value);
  if (file === null) return { lines: blocksOf(value, inside).flatMap(bulleted), isList: true };
  if (file.attachment !== null) place.files.push(file.attachment);
  return plain([file.name]);
}

/** Choices in one line; things with parts one below the other, each in one line where it fits. */
function listOf(field: string, values: readonly unknown[], place: Place): Answer {
  const items = values.map((value): Answer => {
    if (!isFields(value) || fileOf(value) !== null) return answerOf(field, value, place);
    const blocks = blocksOf(value, { ...place, depth: place.depth + 1 });
    const isFlat = blocks.every(({ length }) => length === 1);
    return { lines: isFlat ? [blocks.flat().join(', ')].filter(Boolean) : blocks.flat(), isList: true };
  });
  const answered = items.filter(({ lines }) => lines.length > 0);
  if (answered.every(({ lines, isList }) => !isList && lines.length === 1)) {
    const words = answered.flatMap(({ lines }) => lines);
    return plain(words.length === 0 ? [] : [words.join(', ')]);
  }
  return { lines: answered.flatMap(({ lines }) => bulleted(lines)), isList: true };
}

/** A mark before the first line, and the others below its words. */
const bulleted = ([first = '', ...rest]: readonly string[]): string[] => [
  `• ${first}`,
  ...rest.map((line) => `  ${line}`),
];

function textLines(field: string, text: string): string[] {
  const trimmed = text.trim();
  if (/^(?:null|undefined)?$/.test(trimmed)) return [];
  if (trimmed === 'true' || trimmed === 'false') return [trimmed === 'true' ? messages.yes : messages.no];
  const moment = momentWords(field, trimmed);
  return moment === null ? dayWords(choiceOf(trimmed)).split(/\r\n|[\r\n\u2028]/) : [moment];
}

/** Some forms put JSON into a text. */
function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const file = z.object({
  id: lenientWord,
  media_id: lenientWord,
  mime_type: lenientWord,
  file_name: lenientWord,
  cdn_url: lenientWord,
});

/** A photo or document of a form: its name, and the file where the channel hands it out by an id. */
function fileOf(value: Fields): { name: string; attachment: IncomingAttachment | null } | null {
  const read = file.safeParse(value);
  if (!read.success) return null;
  const { id, media_id, mime_type, file_name, cdn_url } = read.data;
  if (mime_type === '' && cdn_url === '') return null;
  const kind = kindOfType(mime_type);
  const name = file_name || messages.fileKinds[kind];
  const external = media_id || id;
  const isHandedOut = external !== '' && external.length <= 512 && mime_type !== '';
  return { name, attachment: isHandedOut ? fileById(external, { kind, mime_type, filename: file_name }) : null };
}
