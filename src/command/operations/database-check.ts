import type { Runtime } from '#platform/runtime'

const patienceMs = 5_000

/** Whether the databases of the running server answer. */
export async function checkDatabase(runtime: Runtime, _input: Record<string, never>): Promise<{ answers: boolean }> {
  const all = await Promise.all(runtime.registry.all.map(({ db }) => db.answersWithin(patienceMs)))
  return { answers: all.every(Boolean) }
}
