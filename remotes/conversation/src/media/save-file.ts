/** Lets the browser save what a URL of this page holds. */
export function saveFile(src: string, filename: string): void {
  const link = document.createElement('a');
  link.href = src;
  link.download = filename;
  link.click();
}
