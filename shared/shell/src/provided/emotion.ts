/** What panels have of @emotion/react, beside what @inbox/ui gives them (decision 14). */
export { CacheProvider, css, Global, keyframes, withEmotionCache } from '@emotion/react';
