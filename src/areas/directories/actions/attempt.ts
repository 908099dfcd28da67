import { ApiError } from '#contract'
import type { BlobStore } from '#platform/blobs'
import type { Config } from '#platform/config'
import type { Organization } from '#platform/organization'
import type { Changed } from '../api.ts'
import type { Tally } from '../tally.ts'

/** Where a synchronisation takes place. */
export interface Workshop {
  readonly config: Config
  readonly blobs: BlobStore
  readonly org: Organization
  readonly isDryRun: boolean
  readonly tally: Tally
  /** Throws when it is to end. */
  check(): void
}

const atOnce = 8

/** Does something for each, several at a time; what is refused to one is kept, and the others go on. */
export async function each<T>(
  { check, tally }: Workshop,
  all: readonly T[],
  nameOf: (one: T) => string,
  work: (one: T) => Promise<void>,
  most = atOnce,
): Promise<void> {
  const waiting = all.values()
  const go = async () => {
    for (const one of waiting) {
      check()
      try {
        await work(one)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        tally.failed(nameOf(one), error.message)
      }
    }
  }
  await Promise.all(Array.from({ length: most }, go))
}

/** What was changed, once it is. */
export type Note = readonly [kind: Changed['kind'], detail?: string]
