/**
 * Properties that may name a drawing in another file. The mail's policy does not cover all of them as it covers images,
 * and no letter needs one.
 */
const REFERRING = [
  'filter',
  'backdrop-filter',
  'clip-path',
  'mask',
  'mask-image',
  'mask-border-source',
  '-webkit-mask',
  '-webkit-mask-image',
  '-webkit-mask-box-image',
  '-webkit-mask-box-image-source',
  'marker',
  'marker-start',
  'marker-mid',
  'marker-end',
  'fill',
  'stroke',
  'offset-path',
  'shape-outside',
  'cursor',
] as const;

/** Takes them off as the browser has read them: no way of writing them escapes that. */
export function dropReferences(style: CSSStyleDeclaration): void {
  for (const property of REFERRING) {
    if (style.getPropertyValue(property) !== '') style.removeProperty(property);
  }
}

/** The same for a whole sheet, whatever its rules stand in. It may be of a frame's own world, where `instanceof` fails. */
export function dropSheetReferences({ cssRules }: { cssRules: CSSRuleList }): void {
  for (const rule of cssRules as Iterable<CSSRule & Partial<CSSGroupingRule & CSSStyleRule>>) {
    if (rule.style) dropReferences(rule.style);
    if (rule.cssRules) dropSheetReferences({ cssRules: rule.cssRules });
  }
}
