import { describe, expect, it } from '@jest/globals';
import { transformSync } from '@swc/core';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cssTemplates, squeezeCss, squeezeStyles } from './lean-styles.mjs';

const root = join(__dirname, '../../..');
const fromEmotion = createRequire(
  createRequire(join(root, 'shared/ui/package.json')).resolve('@emotion/cache/package.json'),
);
/** What Emotion reads CSS with. */
const { compile, serialize, stringify } = fromEmotion('stylis') as {
  compile(css: string): unknown[];
  serialize(rules: unknown[], by: unknown): string;
  stringify: unknown;
};

/** It leaves room after a comma in values, and after a colon in queries. */
const asRead = (css: string): string => serialize(compile(css), stringify).replace(/([,:]) /g, '$1');

const compiled = (file: string): string =>
  transformSync(readFileSync(file, 'utf8'), {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
  }).code;

/** The sources of all that is drawn. */
const sources = ['shared', 'host/src', 'remotes', 'embed/src'].flatMap((room) =>
  // Names alone would have Node follow the links to all that is installed.
  readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => /\.tsx?$/.test(file) && !/node_modules|[\\/]dist[\\/]|\.test\./.test(file))
    .filter((file) => /styled|css`|keyframes`/.test(readFileSync(file, 'utf8'))),
);
const made = sources.map((file) => {
  const code = compiled(file);
  return { code, css: cssTemplates(code) };
});

describe('the styles of components, squeezed', () => {
  it.each([
    ['a: b;\n  /* Why. */\n  c: d;\n', 'a:b;c:d;'],
    ["a: b; /* notistack's */ content: 'a  /* b */; c';", "a:b;content:'a  /* b */; c';"],
    ['& > svg {\n  margin: 0 auto !important;\n}\n', '& > svg{margin:0 auto !important;}'],
    ['& :focus-visible,\n&:hover {\n', '& :focus-visible,&:hover{'],
    ['inline-size: calc(100% - ', 'inline-size:calc(100% - '],
    ['px) and (max-height: ', 'px) and (max-height:'],
    ['content: "\\\\"  ";', 'content:"\\\\" ";'],
  ])('%j is %j', (text, short) => expect(squeezeCss(text)).toBe(short));

  it('say to Emotion what they said before, in every file of this product', () => {
    const templates = made.flatMap(({ code, css }) =>
      css.map((texts) => texts.map(({ start, end }) => code.slice(start, end))),
    );
    expect(templates.length).toBeGreaterThan(400);
    for (const texts of templates)
      expect(asRead(texts.map(squeezeCss).join('var(--x)'))).toBe(asRead(texts.join('var(--x)')));
  });

  it('leave each line of the code where it is, and all that is no style as it is', () => {
    for (const { code, css } of made) {
      const [before, after] = [code, squeezeStyles(code)].map((text) => text.split('\n'));
      expect(after).toHaveLength(before!.length);
      const styles = new Set(css.flatMap((texts) => linesOf(code, texts[0]!.start, texts.at(-1)!.end)));
      const besides = (lines: readonly string[]) => lines.filter((_, index) => !styles.has(index));
      expect(besides(after!)).toEqual(besides(before!));
    }
  });
});

/** The numbers of the lines from one place to another, the last one included. */
function linesOf(code: string, start: number, end: number): number[] {
  const first = code.slice(0, start).split('\n').length - 1;
  return Array.from({ length: code.slice(start, end).split('\n').length }, (_, index) => first + index);
}
