/** Receives the milliseconds that work for a queue took. */
type Watch = (queueKey: string, ms: number) => void
const watching = new Set<Watch>()

/** Reports the orders of all pools, and what was done inline instead; the returned function stops that. */
export function watchThreads(watch: Watch): () => void {
  watching.add(watch)
  return () => void watching.delete(watch)
}

export function reportWork(queueKey: string, ms: number): void {
  for (const watch of watching) watch(queueKey, ms)
}
