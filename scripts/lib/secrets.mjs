/** Settings that may hold a secret, by their names; backend/src/app/settings/secret-settings.ts has the list of today. */
const NAMED =
  /^(?:DATABASE_(?:DIRECT_|STANDBY_)?URL|INBOX_\w*(?:SECRET|TOKEN|KEY|BROKER_URL|MAIL_URL|MOVE_\w+_URL)\w*)$/;

/**
 * Takes settings that may hold secrets out of an environment, so that programs that are started from here on do not get them.
 * @param {NodeJS.ProcessEnv} env
 * @returns {() => void} puts them back
 */
export function takeSecrets(env) {
  const taken = Object.entries(env).filter(([name]) => NAMED.test(name));
  for (const [name] of taken) delete env[name];
  return () => void Object.assign(env, Object.fromEntries(taken));
}
