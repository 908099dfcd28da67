import type { FastifyRequest } from 'fastify'
import { apiError, type Endpoint, maxCharactersOf } from '#contract'
import type { Call } from './call.ts'
import type { CharacterLimit } from './pairs.ts'

const payloadTooLarge = apiError(413, 'BAD_REQUEST', 'The request is too large (limit: {limit})')

/** Body limit in bytes for callers without an account, who send passwords, keys, and names, but no texts or files. */
export const openBodyBytes = 64 * 1024

/** Body limit in bytes, without files; lower for callers without an account. */
export const bodyBytesOf = ({ viewerId }: Pick<Call, 'viewerId'>, bodyLimit: number): number =>
  viewerId === undefined ? Math.min(openBodyBytes, bodyLimit) : bodyLimit

export const tooLarge = (bytes: number) =>
  payloadTooLarge(
    {},
    { limit: bytes < 2 ** 20 ? `${Math.floor(bytes / 2 ** 10)} KiB` : `${Math.floor(bytes / 2 ** 20)} MiB` },
  )

export function checkLength({ headers }: FastifyRequest, limit: number): void {
  if (Number(headers['content-length']) > limit) throw tooLarge(limit)
}

/** Every request may have a `client` parameter. */
const maxClientLength = 1_000

const limits = new WeakMap<Endpoint, CharacterLimit>()

export function limitsOf(endpoint: Endpoint): CharacterLimit {
  const known = limits.get(endpoint)
  if (known) return known
  const byName = new Map<string, number>([['client', maxClientLength]])
  for (const decoder of endpoint.decoders) for (const name of decoder.names) byName.set(name, maxCharactersOf(decoder))
  const limitOf: CharacterLimit = (name) => byName.get(name)
  limits.set(endpoint, limitOf)
  return limitOf
}
