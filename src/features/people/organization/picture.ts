import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { notFound } from '#contract'
import type { OpenContext, ServedFile, UploadedFile } from '#platform/serve'
import { noPicture, pictureTooLarge } from './errors.ts'
import type { OrganizationFacts } from './organization-facts.ts'

/** A square icon, and wide logos for light and dark themes. */
export type PictureKind = 'icon' | 'logo' | 'night_logo'

export function onePicture(files: readonly UploadedFile[], limitMib: number): UploadedFile {
  const [file, ...more] = files
  if (!file || more.length > 0) throw noPicture()
  if (file.size > limitMib * 2 ** 20) throw pictureTooLarge({}, { limit: limitMib })
  return file
}

/** An unguessable name: anyone with the URL can see the image. */
export const pictureFile = (ending: 'png' | 'gif'): string => `${randomBytes(12).toString('hex')}.${ending}`

type Place = 'emoji' | 'realm'
const folders: Record<Place, string> = { emoji: 'emoji/images', realm: 'realm' }

export const pictureBlob = (orgId: number, place: Place, file: string): string => `${place}/${orgId}/${file}`
export const pictureUrl = (orgId: number, place: Place, file: string): string =>
  `/user_avatars/${orgId}/${folders[place]}/${file}`
export const picturePath = (place: Place): string => `/user_avatars/:org/${folders[place]}/:file`

/** Served without an account: for images in messages and on sign-in pages. */
export async function publicPicture(
  { maybeOrg, server }: OpenContext,
  place: Place,
  { org = '', file = '' }: Readonly<Record<string, string>>,
): Promise<ServedFile> {
  if (!maybeOrg || org !== `${maybeOrg.id}` || !/^[0-9a-f]{24}\.(png|gif)$/.test(file)) throw notFound()
  const bytes = await server.blobs.get(pictureBlob(maybeOrg.id, place, file))
  if (!bytes) throw notFound()
  return {
    type: file.endsWith('gif') ? 'image/gif' : 'image/png',
    size: bytes.length,
    name: file,
    version: file.slice(0, 24),
    maxAgeSecs: 365 * 86_400,
    isPublic: true,
    stream: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}

/** Image URLs for register and events, without `realm_`. The default is the server's icon. */
export function serializePictures({ id, pictures }: Pick<OrganizationFacts, 'id' | 'pictures'>, url: string) {
  const shown = (kind: PictureKind) => {
    const file = pictures[kind]
    return file ? `${url}${pictureUrl(id, 'realm', file)}` : `${url}/static/icon.png`
  }
  return {
    icon_url: shown('icon'),
    icon_source: pictures.icon ? 'U' : 'G',
    logo_url: shown('logo'),
    logo_source: pictures.logo ? 'U' : 'D',
    night_logo_url: shown('night_logo'),
    night_logo_source: pictures.night_logo ? 'U' : 'D',
  }
}
