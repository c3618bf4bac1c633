import { misfitText } from '../registry/host-fit';
import { readFacts } from '../publish/publish';
import { RegistryError } from '../registry/registry';
import { misfitsOfBuild, readRegistry } from '../registry/store';

/**
 * A build must fit the shell of now and the one before it, which open pages have: the topics that it consumes and produces,
 * the versions of shared packages, the names that it imports from them.
 *
 * @param before is the shell before checked as well?
 * @throws RegistryError that names what is missing, and where
 */
export async function checkFit(dataDir: string, dist: string, before: boolean): Promise<void> {
  const { host, host_before } = await readRegistry(dataDir);
  const facts = await readFacts(dist);
  if (host) {
    const why = await misfitsOfBuild(dataDir, host, facts, dist);
    if (why.length > 0) {
      throw new RegistryError(`${misfitText(facts, host, why)} Deploy a shell that has it first, or do without it.`);
    }
  }
  if (!before || !host_before) return;
  const why = await misfitsOfBuild(dataDir, host_before, facts, dist);
  if (why.length === 0) return;
  throw new RegistryError(
    `${misfitText(facts, host_before, why)} That is the shell before the one of now, and open pages may have it: ` +
      'do without it until the next shell is deployed, or --skip before when no page has that shell.',
  );
}
