/** As much of a declaration as is read here; what `return` holds is written in its place. */
interface Declaration {
  type: string;
  props: string | string[];
  value: string;
  return: string;
}

/** Safari knows it by its own name alone. */
function withSafarisName(element: Declaration): void {
  if (element.type === 'decl' && element.props === 'user-select') {
    element.return = `-webkit-${element.value}${element.value}`;
  }
}

/**
 * For every cache of styles. Emotion writes names of browsers that are gone beside those of today: more to work out for
 * each style, and rules that a browser refuses, each with an error that nobody sees.
 */
export const styleOptions = { stylisPlugins: [withSafarisName] };
