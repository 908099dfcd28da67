import { assembled, type Contents } from './pieces.ts'

/** What a snapshot says of itself. */
export interface Facts {
  readonly build: string
  readonly queueId: string
  readonly lastEventId: number
  readonly heardAt: Date
  readonly contents: Contents
}

/** Whether it is one, whatever else stands in its place, and of this build of the client. */
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

/** The register answer that it holds. Throws where something of it is missing. */
export async function toldBy(
  { queueId, contents }: Facts,
  texts: ReadonlyMap<IDBValidKey, string>,
): Promise<Record<string, unknown>> {
  const told = await assembled(contents, texts as ReadonlyMap<string, string>, turn)
  if (told.queue_id !== queueId) throw new Error('The snapshot is of another session')
  return told
}

const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } }

/** Lets others have their turn; a page that nobody sees holds nobody up, and browsers let its timers wait. */
export const turn = async (): Promise<unknown> =>
  document.hidden ? undefined : (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)))
