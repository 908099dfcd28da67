/** Prepended by the server: the client build that the worker belongs to. */
export interface WorkerConfig {
  readonly build: string
  /** Names of the files that the first view loads, below `app/`. */
  readonly first: readonly string[]
  /** Files that may be loaded later, except those too large to prefetch. */
  readonly later: readonly string[]
  readonly pictureBytes: number
}

export const worker = self as unknown as ServiceWorkerGlobalScope & { readonly loquat?: WorkerConfig }

export const told: WorkerConfig = worker.loquat ?? { build: '', first: [], later: [], pictureBytes: 0 }

/** The client's path: `/`, or one ending in `/`. Other clients may be on the same host. */
export const place = new URL('./', location.href).pathname

/** A cache name unique to this client on its host. */
export const cacheName = (...words: readonly (string | number)[]): string => ['loquat', place, ...words].join(' ')

export async function cachesOf(...words: readonly string[]): Promise<string[]> {
  const beginning = `${cacheName(...words)} `
  return (await caches.keys()).filter((name) => name.startsWith(beginning))
}

/** Cache keys are full URLs, and responses vary only by what's constant for an account. */
export const anyway: CacheQueryOptions = { ignoreVary: true }

/** A proxy's response if the server is down. */
export const isAway = ({ status }: Response): boolean => status === 502 || status === 503 || status === 504
