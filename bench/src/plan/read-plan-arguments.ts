import { ArgumentError } from '../arguments';
import { ASSUMPTIONS, type Assumptions } from './assumptions';

const isAssumption = (name: string): name is keyof Assumptions => name in ASSUMPTIONS;

/**
 * @param agents numbers with commas between them
 * @param assumed each as `name=number`
 * @throws ArgumentError
 */
export function readPlanArguments(
  agents: string,
  assumed: readonly string[],
): { agents: number[]; changed: Partial<Assumptions> } {
  if (!/^[1-9]\d{0,6}(,[1-9]\d{0,6})*$/.test(agents)) {
    throw new ArgumentError(`--agents takes numbers up to 9999999 with commas between them, not '${agents}'.`);
  }
  const changed: Partial<Assumptions> = {};
  for (const words of assumed) {
    const [name = '', text = ''] = words.split('=');
    const value = Number(text);
    if (!isAssumption(name)) {
      throw new ArgumentError(`--with knows ${Object.keys(ASSUMPTIONS).join(', ')}, not '${name}'.`);
    }
    if (!(value > 0) || !Number.isFinite(value)) {
      throw new ArgumentError(`--with ${name}= takes a number above 0, not '${text}'.`);
    }
    // Of merchants as large as that there is no mean.
    if (name === 'power' && value <= 1) throw new ArgumentError('--with power= takes a number above 1.');
    changed[name] = value;
  }
  return { agents: agents.split(',').map(Number), changed };
}
