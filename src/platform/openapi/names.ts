import type { Endpoint } from '#contract'

/** How an endpoint is named in the list of operations. */
export const operationLine = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The name of the declaration, as `get-own-user`; made from method and path for one without a name. */
export function operationId(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  names: Readonly<Record<string, string>>,
): string {
  const name = names[operationLine(endpoint)]
  if (name) return kebab(name)
  const words = endpoint.path.replace(/\{(\w+)(\.\.\.)?\}/g, 'by-$1').split(/[/_]+/)
  return [endpoint.method.toLowerCase(), ...words].filter(Boolean).join('-')
}
