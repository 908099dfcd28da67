import { access, mkdir, rename, rm } from 'node:fs/promises'
import type { Runtime } from '#platform/runtime'
import type { ExportCounts } from '../../features/data/exports/api.ts'
import {
  type FullCounts,
  publicChannels,
  type SiteCounts,
  writeArchive,
  writeFullArchive,
  writeSite,
  writeZulipArchive,
} from '../../features/data/exports/public.ts'
import { noUserId } from '../../features/people/users/account.ts'
import { FailedError } from '../errors.ts'
import type { ReportProgress } from './index.ts'
import { organizationNamed } from './organizations.ts'

/** Exports only what's visible to the whole organization. */
export async function exportOrganization(
  runtime: Runtime,
  input: { org?: string | undefined; output: string },
  tell?: ReportProgress,
): Promise<ExportCounts & { output: string }> {
  const org = await organizationNamed(runtime, input.org)
  // user data isn't limited to what one user can see
  return wholeOrNone(input.output, (path) =>
    writeArchive({ org, blobs: runtime.blobs, type: 'public', path, actingUserId: noUserId, progress: teller(tell) }),
  )
}

/** Exports all data of the organization. */
export async function exportEverything(
  runtime: Runtime,
  input: { org?: string | undefined; output: string; secrets: boolean },
  tell?: ReportProgress,
): Promise<FullCounts & { output: string }> {
  const org = await organizationNamed(runtime, input.org)
  return wholeOrNone(input.output, (path) =>
    writeFullArchive({ org, blobs: runtime.blobs, path, withSecrets: input.secrets, progress: teller(tell) }),
  )
}

/** Exports what the public server's exports contain, in its format. */
export async function exportForZulip(
  runtime: Runtime,
  input: { org?: string | undefined; output: string; migrationStatus?: string | undefined },
  tell?: ReportProgress,
): Promise<ExportCounts & { output: string }> {
  const org = await organizationNamed(runtime, input.org)
  const { migrationStatus } = input
  return wholeOrNone(input.output, (path) =>
    writeZulipArchive({ org, blobs: runtime.blobs, path, migrationStatus, progress: teller(tell) }),
  )
}

const teller = (tell: ReportProgress | undefined) => (percent: number) => tell?.({ phase: 'writing', percent })

/** Exports public channels as static pages with search. */
export async function exportSite(
  runtime: Runtime,
  input: { org?: string | undefined; output: string; channel?: string | undefined },
  tell?: ReportProgress,
): Promise<SiteCounts & { output: string }> {
  const org = await organizationNamed(runtime, input.org)
  const wanted = input.channel?.toLowerCase()
  const channels = publicChannels(org).filter(({ name }) => wanted === undefined || name.toLowerCase() === wanted)
  if (wanted !== undefined && channels.length === 0)
    throw new FailedError(`there is no public channel '${input.channel}'`)
  return wholeOrNone(input.output, async (folder) => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    return writeSite({ org, blobs: runtime.blobs, folder, channels, progress: teller(tell) })
  })
}

/** Writes to a temporary file first, so that there's a complete archive or none. */
async function wholeOrNone<C>(output: string, write: (path: string) => Promise<C>): Promise<C & { output: string }> {
  const isThere = await access(output).then(
    () => true,
    () => false,
  )
  if (isThere) throw new FailedError(`${output} already exists`)
  const path = `${output}.part`
  try {
    const counts = await write(path)
    await rename(path, output)
    return { output, ...counts }
  } catch (error) {
    await rm(path, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOSPC' || code === 'ENOTDIR')
      throw new FailedError(`${output} can't be written (${code})`)
    throw error
  }
}
