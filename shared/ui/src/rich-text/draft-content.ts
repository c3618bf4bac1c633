import {
  convertFromRaw,
  genKey,
  type ContentBlock,
  type ContentState,
  type DraftBlockType,
  type RawDraftContentBlock,
  type RawDraftContentState,
} from 'draft-js';
import type { AgentId } from '@inbox/domain';
import { normalText, textOf, type Align, type Block, type RichText, type Run, type TextKind } from './rich-text';

/** How draft-js names what a document can hold. */
const TYPES: Readonly<Record<TextKind, DraftBlockType>> = {
  paragraph: 'unstyled',
  bullet: 'unordered-list-item',
  number: 'ordered-list-item',
};
export const LINK = 'LINK';
export const IMAGE = 'IMAGE';
export const MENTION = 'MENTION';

const STYLES = [
  ['bold', 'BOLD'],
  ['italic', 'ITALIC'],
  ['underline', 'UNDERLINE'],
  ['code', 'CODE'],
] as const;

/** draft-js counts characters here, not UTF-16 units. */
const lengthOf = (text: string): number => Array.from(text).length;

/** The document as draft-js edits it. */
export function toDraft(blocks: RichText): ContentState {
  const entityMap: RawDraftContentState['entityMap'] = {};
  let entities = 0;
  const raw = normalText(blocks).map((block): RawDraftContentBlock => {
    const data = block.align === null ? {} : { align: block.align };
    if (block.kind === 'image') {
      const key = (entities += 1);
      entityMap[key] = {
        type: IMAGE,
        mutability: 'IMMUTABLE',
        data: { src: block.src, alt: block.alt, width: block.width },
      };
      const entityRanges = [{ offset: 0, length: 1, key }];
      return { key: genKey(), type: 'atomic', text: ' ', depth: 0, inlineStyleRanges: [], entityRanges, data };
    }
    const made: RawDraftContentBlock = {
      key: genKey(),
      type: TYPES[block.kind],
      text: textOf(block),
      depth: block.depth,
      inlineStyleRanges: [],
      entityRanges: [],
      data,
    };
    let offset = 0;
    for (const run of block.runs) {
      const length = lengthOf(run.text);
      for (const [name, style] of STYLES) if (run[name]) made.inlineStyleRanges.push({ offset, length, style });
      if (run.href !== null || run.mention !== null) {
        const key = (entities += 1);
        entityMap[key] =
          run.mention === null
            ? { type: LINK, mutability: 'MUTABLE', data: { url: run.href } }
            : { type: MENTION, mutability: 'IMMUTABLE', data: { agent: run.mention } };
        made.entityRanges.push({ offset, length, key });
      }
      offset += length;
    }
    return made;
  });
  return convertFromRaw({ blocks: raw, entityMap });
}

/** What draft-js has edited, as a document; what a document cannot hold is left out. */
export function fromDraft(content: ContentState): RichText {
  return normalText(content.getBlocksAsArray().flatMap((block) => blockOf(content, block) ?? []));
}

function blockOf(content: ContentState, block: ContentBlock): Block | null {
  const align = alignOf(block);
  if (block.getType() === 'atomic') {
    const { src, alt, width } = dataAt(content, block, 0, IMAGE) ?? {};
    if (typeof src !== 'string') return null;
    const shown = { alt: typeof alt === 'string' ? alt : '', width: typeof width === 'number' ? width : null };
    return { kind: 'image', align, src, ...shown };
  }
  const kind = (['bullet', 'number'] as const).find((name) => TYPES[name] === block.getType()) ?? 'paragraph';
  return { kind, depth: block.getDepth(), align, runs: runsOf(content, block) };
}

/** How a block is aligned; its data is what the editor has put there. */
export function alignOf(block: ContentBlock): Align {
  const align: unknown = block.getData().get('align');
  return align === 'left' || align === 'center' || align === 'right' ? align : null;
}

function runsOf(content: ContentState, block: ContentBlock): Run[] {
  const text = block.getText();
  const runs: Run[] = [];
  let from = 0;
  const styleAt = (at: number) => `${block.getInlineStyleAt(at).sort().join()} ${block.getEntityAt(at) ?? ''}`;
  for (let to = 1; to <= text.length; to += 1) {
    if (to < text.length && styleAt(to) === styleAt(from)) continue;
    const style = block.getInlineStyleAt(from);
    const url = dataAt(content, block, from, LINK)?.['url'];
    const agent = dataAt(content, block, from, MENTION)?.['agent'];
    runs.push({
      text: text.slice(from, to),
      bold: style.has('BOLD'),
      italic: style.has('ITALIC'),
      underline: style.has('UNDERLINE'),
      code: style.has('CODE'),
      href: typeof url === 'string' ? url : null,
      mention: typeof agent === 'number' ? (agent as AgentId) : null,
    });
    from = to;
  }
  return runs;
}

function dataAt(content: ContentState, block: ContentBlock, at: number, type: string): Record<string, unknown> | null {
  const key = block.getEntityAt(at);
  const entity = key === null ? null : content.getEntity(key);
  return entity?.getType() === type ? (entity.getData() as Record<string, unknown>) : null;
}
