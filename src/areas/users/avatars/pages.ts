import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Context, type PageAnswer, page, Redirect } from '#platform/serve'
import { userByEmail } from '../access.ts'
import { type Account, peopleMirror } from '../mirror.ts'
import { seesRealEmail } from '../wire.ts'
import { type AvatarSize, avatarSizes, identicon } from './identicon.ts'

const aDay = 86_400

const png = (bytes: Buffer, name: string, version: string): PageAnswer => ({
  type: 'image/png',
  size: bytes.length,
  name: `${name}.png`,
  version,
  maxAgeSecs: aDay,
  stream: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
})

export const avatarBlob = (key: string, size: AvatarSize): string => `${key}-${size}.png`

/** Whoever is meant by an id or an address, as far as the viewer may know. */
function whoseAvatar({ org, viewer, get }: Context, text: string): Account | undefined {
  if (/^\d+$/.test(text)) return get(peopleMirror).byId.get(Number(text))
  try {
    return userByEmail(org, viewer, text)
  } catch {
    return undefined
  }
}

/** Somebody's picture; a pattern for whoever has none, and for nobody just the same. */
async function avatar(ctx: Context, text: string, size: AvatarSize): Promise<PageAnswer> {
  const account = whoseAvatar(ctx, text)
  if (account?.avatarSource === 'U' && account.avatarKey) {
    const bytes = await ctx.server.blobs.get(avatarBlob(account.avatarKey, size))
    if (bytes) return png(bytes, `${account.id}`, `${account.id}-${account.avatarVersion}-${size}`)
  }
  if (account?.avatarSource === 'G' && seesRealEmail(ctx.viewer, account)) {
    const hash = createHash('md5').update(account.deliveryEmail.toLowerCase()).digest('hex')
    const query = `d=identicon&s=${avatarSizes[size]}&version=${account.avatarVersion}`
    return new Redirect(`https://secure.gravatar.com/avatar/${hash}?${query}`)
  }
  const seed = account ? `${ctx.org.id} ${account.id} ${account.fullName}` : `${ctx.org.id} ${text}`
  return png(identicon(seed, size), 'avatar', createHash('sha256').update(`${seed} ${size}`).digest('hex').slice(0, 24))
}

/** compat: some clients put `-medium.png` at the end of whatever address an avatar has. */
const withSuffix = /^(.*?)(-medium)?\.png$/

export const avatarPages = [
  page('/avatar/:user', (ctx, { user = '' }) => {
    const [, name, medium] = withSuffix.exec(user) ?? []
    return avatar(ctx, name ?? user, medium ? 'medium' : 'small')
  }),
  page('/avatar/:user/medium', (ctx, { user = '' }) => avatar(ctx, user, 'medium')),
]
