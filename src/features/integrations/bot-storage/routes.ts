import { type Route, serve } from '#platform/serve'
import * as api from './api.ts'
import * as store from './store.ts'

export const routes: readonly Route[] = [
  serve(api.getStorage, async ({ read, viewer }, { keys }) => {
    const storage = await read((tx) => store.read(tx, viewer.id, keys))
    if (keys?.some((key) => !storage.has(key))) throw api.noSuchKey()
    return { storage: Object.fromEntries(storage) }
  }),
  serve(api.updateStorage, (ctx, { storage }) =>
    ctx.transact(async ({ tx, org, viewer }) => {
      await store.write(tx, org.id, viewer.id, storage)
      const { keys, size } = await store.total(tx, viewer.id)
      if (size > api.maxStorage || keys > api.maxKeys) throw api.storageFull()
    }),
  ),
  serve(api.removeStorage, (ctx, { keys }) =>
    ctx.transact(async ({ tx, viewer }) => {
      const removed = await store.remove(tx, viewer.id, keys)
      if (keys && removed < new Set(keys).size) throw api.noSuchKey()
    }),
  ),
]
