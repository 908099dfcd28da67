import { signal } from '@preact/signals'
import type { Narrow, Term } from '../narrow/narrow.ts'

/** How the user asked for the current results, as far as the URL doesn't include it. */
export interface Searched {
  /** Of the narrow that's shown. */
  readonly key: string
  /** The text of the field. */
  readonly typed: string
  /** These words were searched for, although the text looks like filters or exclusions. */
  readonly literal?: string
  /** The search that excludes words, if they were searched for instead. */
  readonly excluding?: Narrow
  /** Where the results were opened. */
  readonly start?: { readonly term: Term; readonly near: number }
}

export const searched = signal<Searched | undefined>(undefined)
