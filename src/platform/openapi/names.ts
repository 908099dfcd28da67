import type { Endpoint } from '#contract'
import { kebabCase } from '#platform/config'
import type { Feature } from '#platform/serve'

/** Names for the operations of features in the reference: the exports that declare them, as `get-own-user`. */
export function operationNames(features: readonly Pick<Feature, 'api'>[]): ReadonlyMap<unknown, string> {
  const names = new Map<unknown, string>()
  for (const declarations of features.flatMap(({ api = [] }) => api))
    for (const [name, one] of Object.entries(declarations)) if (!names.has(one)) names.set(one, kebabCase(name))
  return names
}

/** The name of the declaration, else one made from the method and path. */
export function operationId(
  endpoint: Pick<Endpoint, 'path'> & { readonly method: string },
  names: ReadonlyMap<unknown, string>,
): string {
  const name = names.get(endpoint)
  if (name) return name
  const words = endpoint.path.replace(/\{(\w+)(\.\.\.)?\}/g, 'by-$1').split(/[/_]+/)
  return [endpoint.method.toLowerCase(), ...words].filter(Boolean).join('-')
}
