import { ApiError } from '#contract'
import type { BlobStore } from '#platform/blobs'
import type { Config } from '#platform/config'
import type { Organization } from '#platform/organization'
import type { Changed } from '../api.ts'
import type { Tally } from '../tally.ts'

export interface Workshop {
  readonly config: Config
  readonly blobs: BlobStore
  readonly org: Organization
  readonly isDryRun: boolean
  readonly tally: Tally
  /** Throws if the run must end. */
  check(): void
}

const atOnce = 8

/** Runs `work` for several items at a time; records failures and continues. */
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

export type Note = readonly [kind: Changed['kind'], detail?: string]
