import { describePicture, makePicture, type Rendition } from '#platform/images'
import { type Context, type Page, pageForAnyone, type Route, serve } from '#platform/serve'
import { realmSettingsChanged } from '../organization/api.ts'
import { organizationCache } from '../organization/cache.ts'
import { badPicture } from '../organization/errors.ts'
import {
  onePicture,
  type PictureKind,
  pictureBlob,
  pictureFile,
  picturePath,
  publicPicture,
  serializePictures,
} from '../organization/picture.ts'
import { registerConstants } from '../organization/register-constants.ts'
import * as api from './pictures-api.ts'
import { update } from './store.ts'

/** Installed clients show the icon large: use the image's size within these bounds. */
const iconSide = { least: 100, most: 512 }
async function icon(path: string): Promise<Rendition> {
  const { width = 0, height = 0 } = (await describePicture(path)) ?? {}
  const side = Math.max(iconSide.least, Math.min(iconSide.most, width, height))
  return { width: side, height: side, fit: 'cover', format: 'png' }
}
const logo = async (): Promise<Rendition> => ({ width: 800, height: 100, fit: 'inside', format: 'png' })

export const picturePages: readonly Page[] = [
  pageForAnyone(picturePath('realm'), (ctx, params) => publicPicture(ctx, 'realm', params)),
]

export const pictureRoutes: readonly Route[] = [
  serve(api.uploadIcon, (ctx) => upload(ctx, 'icon', registerConstants.max_icon_file_size_mib, icon)),
  serve(api.deleteIcon, (ctx) => show(ctx, 'icon', undefined)),
  serve(api.uploadLogo, (ctx, { night }) =>
    upload(ctx, night ? 'night_logo' : 'logo', registerConstants.max_logo_file_size_mib, logo),
  ),
  serve(api.deleteLogo, (ctx, { night }) => show(ctx, night ? 'night_logo' : 'logo', undefined)),
]

async function upload(ctx: Context, kind: PictureKind, limitMib: number, renditionOf: typeof icon) {
  const { path } = onePicture(ctx.request.files, limitMib)
  const bytes = await makePicture(path, await renditionOf(path))
  if (!bytes) throw badPicture()
  const file = pictureFile('png')
  await ctx.server.blobs.put(pictureBlob(ctx.org.id, 'realm', file), bytes)
  return show(ctx, kind, file)
}

async function show(ctx: Context, kind: PictureKind, file: string | undefined) {
  const before = await ctx.transact(async (mutation) => {
    const facts = mutation.get(organizationCache)
    const { [kind]: previous, ...others } = facts.pictures
    if (previous === file) return undefined
    const pictures = file === undefined ? others : { ...others, [kind]: file }
    await update(mutation.tx, mutation.org.id, { pictures })
    const all = serializePictures({ id: mutation.org.id, pictures }, ctx.server.organizationUrl(facts.subdomain))
    const data = Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith(`${kind}_`)))
    mutation.emit(realmSettingsChanged, { property: 'default', data }, { everyone: true })
    return previous
  })
  if (before) await ctx.server.blobs.delete(pictureBlob(ctx.org.id, 'realm', before))
  return {}
}
