/** What a stylesheet import is under jest: nothing. */
export default {};
