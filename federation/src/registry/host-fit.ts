import { satisfies } from 'semver';
import type { HostRelease } from '../facts/host-facts';
import type { PanelFacts } from '../facts/panel-facts';

/** As much of a panel's release as has to fit. */
type Fitting = Pick<PanelFacts, 'contract' | 'consumes' | 'produces' | 'shared'>;

/** Does the shell's bus have the topic, in the version that the panel names? */
function isSpoken(topics: HostRelease['topics'], declared: string): boolean {
  if (Object.hasOwn(topics, declared)) return true;
  // Each panel has three topics under its own name, which no shell lists.
  const pattern = /^(?:act|actions|unsent)\./.test(declared) ? declared.replace(/\..+@/, '.*@') : null;
  return pattern !== null && Object.hasOwn(topics, pattern);
}

/** Why a panel does not fit a shell, in a line for each reason; empty when it fits. */
export function misfits(host: HostRelease, { contract, consumes, produces, shared = {} }: Fitting): string[] {
  const wrongTopics = [...new Set([...consumes, ...produces])].filter((topic) => !isSpoken(host.topics, topic));
  const wrongVersions = Object.entries(shared).flatMap(([name, range]) => {
    const offered = host.shared[name];
    if (offered === undefined) return [`the shell has no ${name}`];
    return satisfies(offered, range) ? [] : [`it needs ${name} ${range}, and the shell has ${offered}`];
  });
  return [
    ...(contract === host.contract ? [] : [`it needs panel contract ${contract}, and the shell has ${host.contract}`]),
    ...wrongTopics.map((topic) => `the shell does not speak ${topic}${otherVersion(host.topics, topic)}`),
    ...wrongVersions,
  ];
}

function otherVersion(topics: HostRelease['topics'], declared: string): string {
  const [name] = declared.split('@');
  const spoken = Object.keys(topics).filter((topic) => topic.split('@')[0] === name);
  return spoken.length > 0 ? ` but ${spoken.join(', ')}` : '';
}

/** Which names a panel imports that the shell's shared modules lack, in a line for each module. */
export function missingNames(
  exports: Readonly<Record<string, readonly string[]>> | undefined,
  uses: Readonly<Record<string, readonly string[]>>,
): string[] {
  if (!exports) return [];
  return Object.entries(uses).flatMap(([request, names]) => {
    const offered = exports[request];
    if (!offered) return [`the shell does not share ${request}`];
    const missing = names.filter((name) => !offered.includes(name));
    return missing.length > 0 ? [`${request} of the shell has no ${missing.join(', ')}`] : [];
  });
}

/** One line for whoever wanted it to be live. */
export const misfitText = (
  { name, version }: Pick<PanelFacts, 'name' | 'version'>,
  host: Pick<HostRelease, 'version'>,
  why: readonly string[],
): string => `${name} ${version} does not fit the shell ${host.version}: ${why.join('; ')}.`;
