/** What the server puts before this program: the build of the client that it came with. */
export interface Told {
  readonly build: string
  /** Names of the files that the first view loads; they stand below `app/`. */
  readonly first: readonly string[]
  /** Those that the client may load later; without what is too large to be fetched unasked. */
  readonly later: readonly string[]
  /** How much is kept of pictures that were seen, in bytes. */
  readonly pictureBytes: number
}

/** The worker itself, with its own kinds of events. */
export const worker = self as unknown as ServiceWorkerGlobalScope & { readonly loquat?: Told }

export const told: Told = worker.loquat ?? { build: '', first: [], later: [], pictureBytes: 0 }

/** Where the client lives: `/`, or a path that ends so. Others may live below other paths of the same host. */
export const place = new URL('./', location.href).pathname

/** The name of a cache of this client, and of no other one of the same host. */
export const cacheName = (...words: readonly (string | number)[]): string => ['loquat', place, ...words].join(' ')

/** The caches whose names begin so. */
export async function cachesOf(...words: readonly string[]): Promise<string[]> {
  const beginning = `${cacheName(...words)} `
  return (await caches.keys()).filter((name) => name.startsWith(beginning))
}

/** Keys of caches are whole addresses, and what answers vary by is the same for all that one account asks. */
export const anyway: CacheQueryOptions = { ignoreVary: true }

/** What a proxy says when there is no server behind it. */
export const isAway = ({ status }: Response): boolean => status === 502 || status === 503 || status === 504
