import { createHash } from 'node:crypto';

/**
 * The parts of a release as a CycloneDX document, version 1.6. It says nothing that another machine or hour would say
 * otherwise: its serial number is made from its content.
 * @param {{ name: string, version: string, time: Date, libraries: readonly import('./libraries.mjs').Library[],
 *   programs: readonly import('./programs.mjs').Program[], integrity: ReadonlyMap<string, string> }} release
 */
export function sbomOf({ name, version, time, libraries, programs, integrity }) {
  const own = { type: 'application', 'bom-ref': `${name}@${version}`, name, version, licenses: licencesOf('MIT') };
  const components = [
    ...libraries.map((library) => npmComponent(library, integrity)),
    ...programs.map((program) => ({
      type: 'library',
      'bom-ref': `compiled:${program.name}@${program.version}`,
      name: program.name,
      version: program.version,
      ...(program.sha256 && { hashes: [{ alg: 'SHA-256', content: program.sha256 }] }),
      licenses: licencesOf(program.licence),
      externalReferences: [{ type: 'website', url: program.home }],
    })),
  ];
  const dependencies = [
    { ref: own['bom-ref'], dependsOn: components.map((component) => component['bom-ref']) },
    ...components.map((component) => ({ ref: component['bom-ref'] })),
  ];
  const body = { metadata: { timestamp: time.toISOString(), component: own }, components, dependencies };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(body))}`,
    version: 1,
    ...body,
  };
}

/**
 * @param {import('./libraries.mjs').Library} library
 * @param {ReadonlyMap<string, string>} integrity
 */
function npmComponent({ name, version, licence, repository }, integrity) {
  const [scope, short] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${scope ? `${encodeURIComponent(scope)}/` : ''}${short}@${version}`;
  const hash = integrity.get(`${name}@${version}`);
  const url = repository?.replace(/^git\+/, '').replace(/^github:/, 'https://github.com/');
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope && { group: scope }),
    name: short ?? name,
    version,
    ...(hash && { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
    licenses: licencesOf(licence),
    purl,
    ...(url && /^(?:https?|git):\/\//.test(url) && { externalReferences: [{ type: 'vcs', url }] }),
  };
}

/** @param {string} expression */
function licencesOf(expression) {
  return /[ (]/.test(expression) ? [{ expression }] : [{ license: { id: expression } }];
}

/** @param {string} text */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * What the lock says of every package's archive.
 * @param {string} lock text of pnpm-lock.yaml
 * @returns {Map<string, string>} SHA-512 in base64, by name@version
 */
export function integrityOf(lock) {
  const entries = lock.matchAll(
    /^ {2}'?((?:@[^/\s]+\/)?[^@\s']+@[^\s':(]+)'?:\n {4}resolution: \{integrity: sha512-([^,}]+)/gm,
  );
  return new Map([...entries].map(([, name = '', hash = '']) => [name, hash]));
}
