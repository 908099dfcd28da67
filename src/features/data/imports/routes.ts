import { type Route, serve } from '#platform/serve'
import { attachmentOptions } from '../../messages/attachments/options.ts'
import { maxKept, requestImport, stopImport } from './actions/requests.ts'
import * as api from './api.ts'
import { importsDue, stopHere } from './due.ts'
import { serializeImport, serializeInFull } from './request-serialize.ts'
import * as store from './request-store.ts'

export const routes: readonly Route[] = [
  serve(api.startImport, async (ctx, wanted) => {
    const { id, requested_at } = await requestImport(ctx, wanted)
    ctx.server.timer.sooner(importsDue, requested_at)
    return { id }
  }),
  serve(api.getImports, async ({ org, read, server }) => ({
    imports: (await read((tx) => store.list(tx, org.id, maxKept))).map(serializeImport),
    max_import_mib: attachmentOptions(server.config).maxImportMib,
  })),
  serve(api.getImport, async ({ org, read }, { import_id }) => {
    const row = await read((tx) => store.find(tx, org.id, import_id))
    if (!row) throw api.noSuchImport()
    return { import: serializeInFull(row) }
  }),
  serve(api.stopImport, async ({ org, transact }, { import_id }) => {
    await transact((mutation) => stopImport(mutation, import_id))
    stopHere(org, import_id)
    return {}
  }),
]
