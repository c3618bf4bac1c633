let inert: Document | undefined;

/**
 * A document whose window is gone: what is parsed in it runs nothing, loads nothing, and is not held against this page's
 * policy either. Those of templates and of DOMParser still belong to this page, where a handler counts as tried while it
 * is parsed, and is complained of.
 */
export function inertDocument(): Document {
  inert ??= windowless();
  return inert;
}

function windowless(): Document {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const page = frame.contentDocument;
  frame.remove();
  if (!page) throw new Error('This browser gives an empty frame no document');
  return page;
}
