import { css, withEmotionCache } from '@emotion/react';
import emotion from '@emotion/styled';
import { createElement, useInsertionEffect, type ComponentType, type RefAttributes } from 'react';

/**
 * Emotion's `styled`, with a short way for what is nearly all of it here: an element whose styles depend on nothing.
 * Emotion works out the styles of every element at every render, hashes them and puts three components around it; these
 * styles are worked out once, at the first (decision 10).
 */
export const styled: typeof emotion = new Proxy(emotion, {
  get(from, tag) {
    const whole: unknown = Reflect.get(from, tag);
    if (typeof tag !== 'string' || typeof whole !== 'function') return whole;
    return (strings: TemplateStringsArray, ...values: unknown[]) => {
      const Whole = Reflect.apply(whole, from, [strings, ...values]) as ComponentType<RefAttributes<unknown>>;
      return values.every((value) => typeof value === 'string' || typeof value === 'number')
        ? fixed(tag, () => css(strings, ...values), Whole)
        : Whole;
    };
  },
});

/** A class of the caller's may bring styles along, and another tag other attributes: then it is Emotion's own to do. */
type Restyled = { as?: unknown; className?: unknown };

function fixed(tag: string, make: () => ReturnType<typeof css>, Whole: ComponentType<RefAttributes<unknown>>) {
  let made: ReturnType<typeof css> | undefined;
  return withEmotionCache<Restyled, unknown>(function Fixed(props, cache, ref) {
    const isRestyled = props.as !== undefined || props.className !== undefined;
    const styles = (made ??= make());
    useInsertionEffect(() => {
      if (isRestyled || cache.inserted[styles.name] !== undefined) return;
      cache.insert(`.${cache.key}-${styles.name}`, styles, cache.sheet, true);
    }, [isRestyled, cache, styles]);
    if (isRestyled) return createElement(Whole, { ...props, ref });
    return createElement(tag, { ...props, ref, className: `${cache.key}-${styles.name}` });
  });
}
