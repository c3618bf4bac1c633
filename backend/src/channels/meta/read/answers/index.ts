export { readAnswers } from './read-answers';
export { dayWords } from './moments';
export { labelOf, own } from './labels';
