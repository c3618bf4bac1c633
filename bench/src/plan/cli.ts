import { parseArgs } from 'node:util';
import { ASSUMPTIONS, type Assumptions } from './assumptions';
import { measuredCosts } from './costs';
import { planReport } from './plan-report';
import { readPlanArguments } from './read-plan-arguments';

const HELP = `pnpm plan [--agents N,N] [--with NAME=NUMBER …]

Works out the machines and the money for so many agents (1000,30000,1000000 if not said), from what
\`pnpm bench --only load\` has measured (bench/src/plan/measured-costs.json) and from what is assumed:

${Object.entries(ASSUMPTIONS)
  .map(([name, value]) => `  ${name.padEnd(16)} ${String(value)}`)
  .join('\n')}

What each means stands in bench/src/plan/assumptions.ts. --with onShift=0.5 assumes another.`;

function main(): void {
  const { values } = parseArgs({
    options: {
      agents: { type: 'string', default: '1000,30000,1000000' },
      with: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const { agents, changed } = readPlanArguments(values.agents, values.with);
  const given: Assumptions = { ...ASSUMPTIONS, ...changed };
  console.log(planReport(agents, measuredCosts(), given));
}

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
