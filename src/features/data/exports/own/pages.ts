import { randomUUID } from 'node:crypto'
import { page, type ServedFile } from '#platform/serve'
import { organizationCache } from '../../../people/organization/cache.ts'
import { beginDownload } from './allowance.ts'
import { ownArchive } from './archive.ts'

export const ownDataPage = page('/own-data.zip', async ({ org, viewer, server }): Promise<ServedFile> => {
  const day = org.now().toISOString().slice(0, 10)
  return {
    type: 'application/zip',
    name: `${org.get(organizationCache).subdomain || 'loquat'}-${viewer.id}-${day}.zip`,
    version: randomUUID(),
    maxAgeSecs: 0,
    download: true,
    async stream() {
      const end = beginDownload(org, viewer.id)
      try {
        const archive = await ownArchive({ org, blobs: server.blobs, viewer })
        archive.once('close', end)
        return archive
      } catch (problem) {
        end()
        throw problem
      }
    },
  }
})
