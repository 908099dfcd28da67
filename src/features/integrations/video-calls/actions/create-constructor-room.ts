import { createHash } from 'node:crypto'
import type { Context } from '#platform/serve'
import { organizationCache } from '../../../people/organization/cache.ts'
import { noConstructorGroups } from '../api.ts'
import { type ConstructorGroups, constructorGroups } from '../constructor-groups.ts'
import { askForRoom, noAddress } from './room-request.ts'

/** From the documentation of Constructor Groups: a key, and a digest of it with the secret. */
function authorization({ accessKey, secretKey }: ConstructorGroups): string {
  const digest = createHash('sha256').update(`${accessKey}|${secretKey()}`).digest('hex')
  return `Bearer ${accessKey}|${digest}`
}

/** Creates a room named after the organization; returns its URL. */
export async function createConstructorRoom({ org, server }: Pick<Context, 'org' | 'server'>): Promise<string> {
  const service = constructorGroups(server.config)
  if (!service) throw noConstructorGroups()
  const name = JSON.stringify(org.get(organizationCache).name).slice(1, -1)
  const answer = await askForRoom(server, {
    url: service.url,
    authorization: authorization(service),
    body: service.room.replaceAll('{name}', () => name),
  })
  const url = service.linkField.split('.').reduce(fieldOf, answer)
  if (typeof url !== 'string' || url.length > 2_000 || !/^https?:/i.test(url) || !URL.canParse(url)) throw noAddress()
  return url
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
