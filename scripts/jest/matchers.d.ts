/** Lets the type checker know the matchers that `matchers.cjs` adds to jest's `expect`. */
import '@testing-library/jest-dom/jest-globals';
