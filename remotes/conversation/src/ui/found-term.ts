import { createContext, useContext } from 'react';

/** What is searched for in the conversation, to be marked where it stands; empty when nothing is. */
export const FoundTermContext = createContext('');
export const useFoundTerm = (): string => useContext(FoundTermContext);

/** A text in pieces, every second one of them an occurrence of the term in any case. */
export function splitByTerm(text: string, term: string): string[] {
  if (term === '') return [text];
  const escaped = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.split(new RegExp(`(${escaped})`, 'giu'));
}
