import type { Feature } from '#platform/serve'

/** What exactly one area provides. */
export function one<K extends 'viewerOf' | 'languageOf' | 'authenticate' | 'queueFilter' | 'spans'>(
  features: readonly Feature[],
  key: K,
): NonNullable<Feature[K]> {
  const found = features.flatMap((feature) => feature[key] ?? [])
  if (found.length !== 1) throw new Error(`${found.length} areas provide ${key}`)
  return found[0] as NonNullable<Feature[K]>
}
