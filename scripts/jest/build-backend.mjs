import { buildChanged } from '../lib/build.mjs';
import { ROOT } from '../lib/paths.mjs';

/** Before the first test: some start the backend's programs, which then are those of the sources beside them. */
export default function buildBackend() {
  return buildChanged(ROOT, ['backend']);
}
