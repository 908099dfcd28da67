import { access, rename, rm } from 'node:fs/promises'
import type { Runtime } from '#platform/runtime'
import { type Counts, writeArchive } from '../../areas/exports/archive/write.ts'
import { nobody } from '../../areas/users/account.ts'
import { FailedError } from '../errors.ts'
import { organizationNamed } from './organizations.ts'

/** Writes the archive beside its place first, so that there is a whole one or none. */
export async function exportOrganization(
  runtime: Runtime,
  input: { org?: string | undefined; output: string },
): Promise<Counts & { output: string }> {
  const { output } = input
  const org = await organizationNamed(runtime, input.org)
  const isThere = await access(output).then(
    () => true,
    () => false,
  )
  if (isThere) throw new FailedError(`${output} exists already`)
  const path = `${output}.part`
  try {
    // nobody's own: everybody as administrators see them
    const counts = await writeArchive({ org, blobs: runtime.blobs, type: 'public', path, actingUserId: nobody })
    await rename(path, output)
    return { output, ...counts }
  } catch (error) {
    await rm(path, { force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOSPC' || code === 'ENOTDIR')
      throw new FailedError(`${output} cannot be written (${code})`)
    throw error
  }
}
