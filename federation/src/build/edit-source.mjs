/**
 * A loader that edits the text of a library's file. The edits leave every line where it is, so that source maps fit.
 *
 * @this {{ getOptions(): { edits: [RegExp, string][] }, callback(error: Error | null, source?: string, map?: unknown): void }}
 * @param {string} source
 * @param {unknown} map
 */
export default function editSource(source, map) {
  const edited = this.getOptions().edits.reduce((text, [what, by]) => text.replace(what, by), source);
  this.callback(null, edited, map);
}
