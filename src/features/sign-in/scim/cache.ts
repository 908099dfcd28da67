import { asGroupId, asUserId } from '#contract'
import type { Tx } from '#platform/db'
import { cache } from '#platform/organization'
import { scimChanged } from './api.ts'
import { Directory, type ProfileFieldIds } from './directory.ts'
import { scimGroupChanged, scimPersonChanged } from './states.ts'
import * as store from './store.ts'

async function settingsIn(tx: Tx, orgId: number) {
  const settings = await store.settings(tx, orgId)
  const tokens = new Map((await store.tokens(tx, orgId)).map((row) => [row.token_hash, row]))
  return (directory: Directory) => {
    directory.isOn = settings?.enabled ?? false
    directory.profileFields = (settings?.profile_fields ?? {}) as ProfileFieldIds
    directory.tokens = tokens
  }
}

export const directoryCache = cache<Directory>({
  name: 'directory by SCIM',
  async load(tx, orgId) {
    const directory = new Directory()
    for (const person of await store.people(tx, orgId)) directory.putPerson(person)
    for (const group of await store.groups(tx, orgId)) directory.putGroup(group)
    ;(await settingsIn(tx, orgId))(directory)
    return directory
  },
})
  .on(scimChanged, async (directory, _events, tx, orgId) => {
    const change = await settingsIn(tx, orgId)
    return () => change(directory)
  })
  .on(scimPersonChanged, async (directory, events, tx, orgId) => {
    const ids = [...new Set(events.map(({ payload }) => asUserId(payload.user_id)))]
    const fresh = await store.people(tx, orgId, ids)
    return () => {
      for (const person of fresh) directory.putPerson(person)
    }
  })
  .on(scimGroupChanged, async (directory, events, tx, orgId) => {
    const ids = [...new Set(events.map(({ payload }) => asGroupId(payload.group_id)))]
    const fresh = await store.groups(tx, orgId, ids)
    return () => {
      for (const group of fresh) directory.putGroup(group)
    }
  })
