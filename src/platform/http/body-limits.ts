import type { FastifyRequest } from 'fastify'
import { apiError, type Endpoint, maxCharactersOf } from '#contract'
import type { Call } from './call.ts'
import type { CharacterLimit } from './pairs.ts'

const payloadTooLarge = apiError(413, 'BAD_REQUEST', 'The request is too large (limit: {limit})')

/** Bytes of a body from a caller without an account: passwords, keys and names, never texts or files. */
export const openBodyBytes = 64 * 1024

/** Bytes of a body without files: fewer from a caller without an account. */
export const bodyBytesOf = ({ viewerId }: Pick<Call, 'viewerId'>, bodyLimit: number): number =>
  viewerId === undefined ? Math.min(openBodyBytes, bodyLimit) : bodyLimit

export const tooLarge = (bytes: number) =>
  payloadTooLarge(
    {},
    { limit: bytes < 2 ** 20 ? `${Math.floor(bytes / 2 ** 10)} KiB` : `${Math.floor(bytes / 2 ** 20)} MiB` },
  )

/** Refuses a body that declares more than this many bytes, before any of it is read. */
export function checkLength({ headers }: FastifyRequest, limit: number): void {
  if (Number(headers['content-length']) > limit) throw tooLarge(limit)
}

/** The name by which a program calls itself may come with every request. */
const maxClientLength = 1_000

const limits = new WeakMap<Endpoint, CharacterLimit>()

/** The most characters of each parameter of an endpoint. */
export function limitsOf(endpoint: Endpoint): CharacterLimit {
  const known = limits.get(endpoint)
  if (known) return known
  const byName = new Map<string, number>([['client', maxClientLength]])
  for (const decoder of endpoint.decoders) for (const name of decoder.names) byName.set(name, maxCharactersOf(decoder))
  const limitOf: CharacterLimit = (name) => byName.get(name)
  limits.set(endpoint, limitOf)
  return limitOf
}
