import { randomBytes } from 'node:crypto'
import type { Act } from '#platform/organization'
import { noSuchField } from '../../profile-fields/api.ts'
import { profileFieldsMirror } from '../../profile-fields/mirror.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { hashOf, scimTokenBegins } from '../access.ts'
import * as api from '../api.ts'
import { scimLimits } from '../limits.ts'
import { directoryMirror } from '../mirror.ts'
import { presentToken } from '../present.ts'
import * as store from '../store.ts'

/** Makes owners' clients fetch again. */
function tellOwners(act: Act): void {
  const owners = act.get(peopleMirror).activeOwners()
  act.emit(
    api.scimChanged,
    {},
    owners.map(({ id }) => id),
  )
}

interface Changes {
  readonly enabled?: boolean | undefined
  readonly profile_fields?: ReadonlyMap<string, number> | undefined
}

export async function changeSettings(act: Act, { enabled, profile_fields }: Changes): Promise<void> {
  const directory = act.get(directoryMirror)
  for (const id of profile_fields?.values() ?? [])
    if (!act.get(profileFieldsMirror).find(id)) throw noSuchField({}, { id })
  await store.putSettings(act.tx, act.org.id, {
    enabled: enabled ?? directory.isOn,
    profile_fields: profile_fields ? Object.fromEntries(profile_fields) : directory.profileFields,
  })
  tellOwners(act)
}

/** The returned `token` isn't stored. */
export async function createToken(act: Act, name: string): Promise<{ token: string; scim_token: api.ToldScimToken }> {
  const { tokens } = act.get(directoryMirror)
  if (tokens.size >= scimLimits.tokens) throw api.tooManyScimTokens({}, { limit: scimLimits.tokens })
  checkName(act, name)
  const token = scimTokenBegins + randomBytes(32).toString('base64url')
  const row = await store.insertToken(act.tx, {
    org_id: act.org.id,
    name,
    token_hash: hashOf(token),
    creator_id: act.viewerId,
    created_at: act.now,
  })
  tellOwners(act)
  return { token, scim_token: presentToken(act.org, row) }
}

export async function renameToken(act: Act, id: number, name: string): Promise<void> {
  checkToken(act, id)
  checkName(act, name, id)
  await store.renameToken(act.tx, act.org.id, id, name)
  tellOwners(act)
}

export async function revokeToken(act: Act, id: number): Promise<void> {
  checkToken(act, id)
  await store.removeToken(act.tx, act.org.id, id)
  tellOwners(act)
}

function checkToken(act: Act, id: number): void {
  if (![...act.get(directoryMirror).tokens.values()].some((token) => token.id === id)) throw api.noSuchScimToken()
}

/** Names are unique because the audit log uses them. */
function checkName(act: Act, name: string, own?: number): void {
  const same = name.toLowerCase()
  for (const token of act.get(directoryMirror).tokens.values())
    if (token.id !== own && token.name.toLowerCase() === same) throw api.scimTokenNameTaken()
}
