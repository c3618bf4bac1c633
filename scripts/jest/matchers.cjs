/** Adds the matchers for pages (`toBeVisible`, `toHaveAccessibleName`, …) where there is a page: loading them is slow. */
if (typeof document !== 'undefined') require('@testing-library/jest-dom/jest-globals');
