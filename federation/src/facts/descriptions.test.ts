import { describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { PanelPackage } from './panel-facts';

const REMOTES = join(__dirname, '../../../remotes');

/** What the panels of the repository say of themselves, by name. */
const panels = readdirSync(REMOTES)
  .map((name) => join(REMOTES, name, 'package.json'))
  .filter((file) => existsSync(file))
  .map((file) => z.parse(PanelPackage, JSON.parse(readFileSync(file, 'utf8'))).inbox);

/** The key of the sheet of shortcuts, which is the shell's. */
const SHELL_KEYS = ['?'];

describe('the panels of the repository', () => {
  it('describe themselves, each with keys that do one thing only', () => {
    expect(panels.length).toBeGreaterThan(3);
    const keys = panels.flatMap(({ description: { commands = [], toggle } }) => [
      ...commands.map(({ key }) => key),
      toggle?.key,
    ]);
    const used = [...SHELL_KEYS, ...keys.filter((key) => key !== undefined)];
    expect(new Set(used).size).toBe(used.length);
  });

  it('are served from source at ports of their own', () => {
    const ports = panels.map(({ devPort }) => devPort);
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('offer every extension point once, and declare the topics of their own commands', () => {
    const points = panels.flatMap(({ description }) => (description.offers ?? []).map(({ point }) => point));
    expect(new Set(points).size).toBe(points.length);
    for (const { panel, consumes, produces, description } of panels) {
      if (!description.commands && !description.fills) continue;
      expect(consumes).toContain(`act.${panel}@1`);
      expect(produces).toContain(`actions.${panel}@1`);
    }
  });

  it('declare the topic by which they learn who fills their points', () => {
    const offering = panels.filter(({ description }) => description.offers);
    const declaring = panels.filter(({ consumes }) => consumes.includes('extensions@1'));
    expect(declaring.map(({ panel }) => panel)).toEqual(offering.map(({ panel }) => panel));
  });
});
