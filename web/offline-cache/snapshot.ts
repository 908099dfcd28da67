import { assembled, type Contents } from './pieces.ts'

export interface Facts {
  readonly build: string
  readonly queueId: string
  readonly lastEventId: number
  readonly heardAt: Date
  readonly contents: Contents
}

/** True for valid metadata, from this build of the client. */
export function isSnapshot(facts: unknown, build: string): facts is Facts {
  const { build: itsBuild, queueId, lastEventId, heardAt, contents } = (facts ?? {}) as Partial<Facts>
  return (
    itsBuild === build &&
    typeof queueId === 'string' &&
    Number.isSafeInteger(lastEventId) &&
    heardAt instanceof Date &&
    typeof contents === 'object'
  )
}

/** The register response in the snapshot. Throws if a part is missing. */
export async function stateFrom(
  { queueId, contents }: Facts,
  texts: ReadonlyMap<IDBValidKey, string>,
): Promise<Record<string, unknown>> {
  const told = await assembled(contents, texts as ReadonlyMap<string, string>, turn)
  if (told.queue_id !== queueId) throw new Error('The snapshot is of another session')
  return told
}

const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } }

/** Yields to the event loop; not in hidden pages, where there's nothing to block and timers are throttled. */
export const turn = async (): Promise<unknown> =>
  document.hidden ? undefined : (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)))
