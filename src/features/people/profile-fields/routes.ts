import { type Route, serve } from '#platform/serve'
import { ownAccount } from '../user-settings/access.ts'
import { changeProfile, createField, deleteField, reorderFields, updateField } from './actions.ts'
import * as api from './api.ts'
import { profileFieldsCache } from './cache.ts'
import { toWire } from './profile-field.ts'

export const routes: readonly Route[] = [
  serve(api.getFields, ({ get }) => ({ custom_fields: toWire(get(profileFieldsCache).all) })),
  serve(api.createField, async (ctx, field) => ({
    id: await ctx.transact((mutation) => createField(mutation, field)),
  })),
  serve(api.updateField, async (ctx, { field_id, ...changes }) => {
    await ctx.transact((mutation) => updateField(mutation, field_id, changes))
    return {}
  }),
  serve(api.deleteField, async (ctx, { field_id }) => {
    await ctx.transact((mutation) => deleteField(mutation, field_id))
    return {}
  }),
  serve(api.reorderFields, async (ctx, { order }) => {
    await ctx.transact((mutation) => reorderFields(mutation, order))
    return {}
  }),
  serve(api.updateProfile, async (ctx, { data }) => {
    await ctx.transact((mutation) => changeProfile(mutation, ownAccount(mutation.org, mutation.viewer), data))
    return {}
  }),
  serve(api.deleteFromProfile, async (ctx, { data }) => {
    const nothing = data.map((id) => ({ id, value: null }))
    await ctx.transact((mutation) => changeProfile(mutation, ownAccount(mutation.org, mutation.viewer), nothing))
    return {}
  }),
]
