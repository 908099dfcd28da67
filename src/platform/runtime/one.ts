import type { Area } from '#platform/serve'

/** What exactly one area provides. */
export function one<K extends 'viewerOf' | 'languageOf' | 'authenticate' | 'queueFilter' | 'spans'>(
  areas: readonly Area[],
  key: K,
): NonNullable<Area[K]> {
  const found = areas.flatMap((area) => area[key] ?? [])
  if (found.length !== 1) throw new Error(`${found.length} areas provide ${key}`)
  return found[0] as NonNullable<Area[K]>
}
