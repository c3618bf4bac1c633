import { examine } from '../../doctor/examine';
import { linesOf } from '../../doctor/finding';
import { findRoot } from '../../../app/settings/root';
import { AdminError, type Command, type StandaloneContext } from '../command';

export const doctorCommands: readonly Command<StandaloneContext>[] = [
  {
    name: 'doctor',
    summary: 'check everything, and say what is wrong and what to do',
    details:
      'Checks versions, settings, queues, accounts, certificate, disk, clock and backups. The output has no secrets, so you can paste it into an issue. Ends with 1 if there is a problem.',
    options: {},
    async run({ settings, env, print }) {
      const findings = await examine({ settings, env, root: findRoot(), now: new Date() });
      for (const finding of findings) for (const line of linesOf(finding)) print(line);
      const problems = findings.filter(({ level }) => level === 'problem').length;
      if (problems > 0) throw new AdminError(`${problems} ${problems === 1 ? 'problem' : 'problems'}.`);
    },
  },
];
