import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { notFound } from '#contract'
import { projectRoot } from '#platform/config'
import { makePicture, type Rendition } from '#platform/images'
import type { OpenContext, ServedFile } from '#platform/serve'
import { organizationCache } from '../organization/cache.ts'
import { pictureBlob } from '../organization/picture.ts'

/** The background for icons on system pages: the paper color in `web/style/tokens.css`. */
export const paper = '#fbfaf8'

const square = (side: number): Rendition => ({ width: side, height: side, fit: 'contain', format: 'png' })
/** Maskable icons: systems crop them, so everything important is inside a circle of four fifths of the side. */
const cuttable = (side: number): Rendition => ({ ...square(side), ground: { color: paper, share: 0.56 } })

const renditions: Readonly<Record<string, Rendition>> = {
  'any-192': square(192),
  'any-512': square(512),
  'maskable-192': cuttable(192),
  'maskable-512': cuttable(512),
  apple: { ...square(180), ground: { color: paper, share: 0.8 } },
}

export const iconVersion = (icon: string | undefined): string => icon?.replace(/\W.*/, '') ?? 'server'

/** A cache by version and name. perf: creating an icon takes 50 ms in another thread. */
const made = new Map<string, Buffer>()
const maxMade = 100

async function make(ctx: OpenContext, icon: string | undefined, name: string): Promise<Buffer | undefined> {
  const key = `${iconVersion(icon)} ${name}`
  const known = made.get(key)
  if (known) return known
  const own = icon === undefined ? undefined : await ctx.server.blobs.get(pictureBlob(ctx.org.id, 'realm', icon))
  const source = own ?? (await readFile(join(projectRoot, 'assets', 'icon.png')))
  const bytes = await makePicture(source, renditions[name] as Rendition)
  if (!bytes) return undefined
  if (made.size >= maxMade) made.delete(made.keys().next().value as string)
  made.set(key, bytes)
  return bytes
}

/** For anyone: the sign-in page shows it, too. */
export async function appIcon(ctx: OpenContext, file: string): Promise<ServedFile> {
  const name = file.replace(/\.png$/, '')
  if (!ctx.maybeOrg || !file.endsWith('.png') || !Object.hasOwn(renditions, name)) throw notFound()
  const { icon } = ctx.get(organizationCache).pictures
  const bytes = await make(ctx, icon, name)
  if (!bytes) throw notFound()
  return {
    type: 'image/png',
    size: bytes.length,
    name: file,
    version: `${iconVersion(icon)}-${name}`,
    maxAgeSecs: 86_400,
    isPublic: true,
    stream: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}
