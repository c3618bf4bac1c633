/** The oldest Node that the build tools run on. This file keeps to syntax that much older ones can read. */
const NEEDED = { major: 20, minor: 19 };

/**
 * Whether this version of Node can run the inbox; says so in one line when it can't.
 * @param {string} version such as '20.19.0'
 * @param {(line: string) => void} [say]
 */
export function hasNeededNode(version, say = console.error) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor);
  if (!enough) say(`Node ${NEEDED.major}.${NEEDED.minor} or newer is needed, and this is Node ${version}.`);
  return enough;
}
