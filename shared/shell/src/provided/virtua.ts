/** What panels have of virtua (decision 14). */
export { Virtualizer } from 'virtua';
