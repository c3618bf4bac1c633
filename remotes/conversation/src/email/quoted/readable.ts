/** Marks that are not seen: of direction, of no width, soft hyphens. Programs put them around names and addresses. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A line as a reader sees it: without unseen marks, with single spaces. */
export const readable = (text: string): string => text.replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
