import { randomBytes } from 'node:crypto'
import type { Mutation } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { noSuchField } from '../../../people/profile-fields/api.ts'
import { profileFieldsCache } from '../../../people/profile-fields/cache.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { scimTokenBegins } from '../access.ts'
import * as api from '../api.ts'
import { directoryCache } from '../cache.ts'
import { scimLimits } from '../limits.ts'
import { serializeToken } from '../serialize.ts'
import * as store from '../store.ts'

/** Makes owners' clients fetch again. */
function notifyOwners(mutation: Mutation): void {
  const owners = mutation.get(peopleCache).activeOwners()
  mutation.emit(
    api.scimChanged,
    {},
    owners.map(({ id }) => id),
  )
}

interface Changes {
  readonly enabled?: boolean | undefined
  readonly profile_fields?: ReadonlyMap<string, number> | undefined
}

export async function changeSettings(mutation: Mutation, { enabled, profile_fields }: Changes): Promise<void> {
  const directory = mutation.get(directoryCache)
  for (const id of profile_fields?.values() ?? [])
    if (!mutation.get(profileFieldsCache).find(id)) throw noSuchField({}, { id })
  await store.putSettings(mutation.tx, mutation.org.id, {
    enabled: enabled ?? directory.isOn,
    profile_fields: profile_fields ? Object.fromEntries(profile_fields) : directory.profileFields,
  })
  notifyOwners(mutation)
}

/** The returned `token` isn't stored. */
export async function createToken(
  mutation: Mutation,
  name: string,
): Promise<{ token: string; scim_token: api.ScimTokenOut }> {
  const { tokens } = mutation.get(directoryCache)
  if (tokens.size >= scimLimits.tokens) throw api.tooManyScimTokens({}, { limit: scimLimits.tokens })
  checkName(mutation, name)
  const token = scimTokenBegins + randomBytes(32).toString('base64url')
  const row = await store.insertToken(mutation.tx, {
    org_id: mutation.org.id,
    name,
    token_hash: hashToken(token),
    creator_id: mutation.viewerId,
    created_at: mutation.now,
  })
  notifyOwners(mutation)
  return { token, scim_token: serializeToken(mutation.org, row) }
}

export async function renameToken(mutation: Mutation, id: number, name: string): Promise<void> {
  checkToken(mutation, id)
  checkName(mutation, name, id)
  await store.renameToken(mutation.tx, mutation.org.id, id, name)
  notifyOwners(mutation)
}

export async function revokeToken(mutation: Mutation, id: number): Promise<void> {
  checkToken(mutation, id)
  await store.removeToken(mutation.tx, mutation.org.id, id)
  notifyOwners(mutation)
}

function checkToken(mutation: Mutation, id: number): void {
  if (![...mutation.get(directoryCache).tokens.values()].some((token) => token.id === id)) throw api.noSuchScimToken()
}

/** Names are unique because the audit log uses them. */
function checkName(mutation: Mutation, name: string, own?: number): void {
  const same = name.toLowerCase()
  for (const token of mutation.get(directoryCache).tokens.values())
    if (token.id !== own && token.name.toLowerCase() === same) throw api.scimTokenNameTaken()
}
