import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isExecutable, unpackProgram } from '../lib/packages.mjs';
import { run } from '../lib/run.mjs';
import { tallyOne } from './tally.mjs';

const PROGRAM = 'usr/bin/promtool';
/** What Grafana puts in place of its own variables, as far as the grammar of Prometheus is concerned. */
const VARIABLES = { $__rate_interval: '5m', $instance: '.*' };

/**
 * Checks the alert rules and runs their tests, and reads every expression of the dashboard and the runbook, by promtool.
 * Where it is not on the machine it is taken out of Debian's package, which is not installed: that would start a Prometheus.
 * @param {string} root
 * @returns {Promise<import('./tally.mjs').Tally & { output: string }>} skipped, and why, where there is no promtool
 */
export async function checkAlerts(root) {
  const cache = join(root, '.cache/promtool');
  mkdirSync(cache, { recursive: true });
  const promtool = findPromtool(cache) ?? (await unpackProgram('prometheus', PROGRAM, cache), findPromtool(cache));
  if (promtool === undefined) {
    const output = "Not run: promtool is not installed (Debian's package prometheus).";
    return { passed: 0, failed: 0, skipped: 1, flaky: [], output };
  }
  const expressions = join(cache, 'expressions.json');
  writeFileSync(expressions, JSON.stringify(asRules(expressionsOf(root))));
  const runs = [
    await run(promtool, ['check', 'rules', join(root, 'deploy/prometheus/alerts.yml'), expressions]),
    await run(promtool, ['test', 'rules', join(root, 'deploy/prometheus/alerts.test.yml')]),
  ];
  const failed = runs.filter(({ code }) => code !== 0);
  return { ...tallyOne(failed.length === 0), output: failed.map(({ output }) => output.trim()).join('\n') };
}

/** @param {string} cache */
function findPromtool(cache) {
  const dirs = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return [...dirs.map((dir) => join(dir, 'promtool')), join(cache, PROGRAM)].find(isExecutable);
}

/**
 * The expressions of the dashboard, and of the runbook's blocks of PromQL.
 * @param {string} root
 * @returns {string[]}
 */
function expressionsOf(root) {
  /** @type {{ panels: { targets?: { expr: string }[] }[] }} */
  const { panels } = JSON.parse(readFileSync(join(root, 'deploy/grafana/inbox.json'), 'utf8'));
  const runbook = readFileSync(join(root, 'docs/operators/runbook.md'), 'utf8');
  return [
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...[...runbook.matchAll(/^```promql\n([^]+?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n')),
  ];
}

/**
 * JSON is YAML too.
 * @param {readonly string[]} expressions
 */
function asRules(expressions) {
  const rules = expressions.map((expression, at) => {
    let expr = expression;
    for (const [name, value] of Object.entries(VARIABLES)) expr = expr.replaceAll(name, value);
    return { record: `expression:${at}`, expr };
  });
  return { groups: [{ name: 'expressions', rules }] };
}
