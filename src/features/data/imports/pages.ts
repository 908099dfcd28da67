import { isOwner, notFound } from '#contract'
import { type Page, page } from '#platform/serve'
import { reportKey } from './actions/requests.ts'
import * as store from './request-store.ts'

/** The report of an import. Owners only: it names things in private channels. */
export const importPages: readonly Page[] = [
  page('/imports/:id/report', async ({ org, read, server, viewer }, { id = '' }) => {
    if (!isOwner(viewer) || !/^\d{1,15}$/.test(id)) throw notFound()
    const row = await read((tx) => store.find(tx, org.id, Number(id)))
    if (!row || row.report_size === null) throw notFound()
    return {
      type: 'text/plain; charset=utf-8',
      size: row.report_size,
      name: `${row.file_name}.report.txt`,
      version: `import-${row.id}`,
      maxAgeSecs: 0,
      download: true,
      async stream(range) {
        const stream = await server.blobs.stream(reportKey(row), range)
        if (!stream) throw notFound()
        return stream
      },
    }
  }),
]
