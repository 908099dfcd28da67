import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { asUserId, notFound } from '#contract'
import { type OpenContext, type PageAnswer, pageForAnyone, pageForEither, Redirect, withTokens } from '#platform/serve'
import { userByEmail } from '../access/index.ts'
import type { Account } from '../account.ts'
import { peopleCache } from '../cache.ts'
import { seesRealEmail } from '../email-address.ts'
import { type AvatarSize, avatarBlob, avatarSizes, identicon } from './identicon.ts'

const aDay = 86_400

const png = (bytes: Buffer, name: string, version: string, maxAgeSecs = aDay): PageAnswer => ({
  type: 'image/png',
  size: bytes.length,
  name: `${name}.png`,
  version,
  maxAgeSecs,
  stream: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
})

/** The user with an ID or address, if the viewer can see them. */
function whoseAvatar({ org, maybeViewer: viewer, get }: OpenContext, text: string): Account | undefined {
  if (!viewer) return undefined
  if (/^\d+$/.test(text)) return get(peopleCache).byId.get(asUserId(Number(text)))
  try {
    return userByEmail(org, viewer, text)
  } catch {
    return undefined
  }
}

/**
 * A user's avatar; a pattern for users without one and for unknown users. Without an account it's always the pattern,
 * so that it doesn't reveal whether the user exists. `foreign=no` never redirects to another server: the web client
 * loads nothing from elsewhere.
 */
async function avatar(ctx: OpenContext, text: string, size: AvatarSize, query: URLSearchParams): Promise<PageAnswer> {
  const account = whoseAvatar(ctx, text)
  if (account?.avatarSource === 'U' && account.avatarKey) {
    const bytes = await ctx.server.blobs.get(avatarBlob(account.avatarKey, size))
    if (bytes) return png(bytes, `${account.id}`, `${account.id}-${account.avatarVersion}-${size}`)
  }
  const canLeave = query.get('foreign') !== 'no'
  if (account?.avatarSource === 'G' && canLeave && ctx.maybeViewer && seesRealEmail(ctx.maybeViewer, account)) {
    const hash = createHash('md5').update(account.deliveryEmail.toLowerCase()).digest('hex')
    const asked = `d=identicon&s=${avatarSizes[size]}&version=${account.avatarVersion}`
    return new Redirect(`https://secure.gravatar.com/avatar/${hash}?${asked}`)
  }
  const seed = `${ctx.org.id} ${account?.id ?? text}`
  return png(identicon(seed, size), 'avatar', createHash('sha256').update(`${seed} ${size}`).digest('hex').slice(0, 24))
}

/** compat: some clients put `-medium.png` at the end of whatever address an avatar has. */
const withSuffix = /^(.*?)(-medium)?\.png$/

/** An uploaded avatar, by its unguessable URL. */
async function uploaded(ctx: OpenContext, { org = '', file = '' }: Readonly<Record<string, string>>) {
  const [, user, name, medium] = /^(\d{1,15})-([0-9a-f]{24})(-medium)?\.png$/.exec(file) ?? []
  const account = ctx.maybeOrg?.get(peopleCache).byId.get(asUserId(Number(user)))
  const key = `avatars/${org}/${user}/${name}`
  if (account?.avatarSource !== 'U' || account.avatarKey !== key) throw notFound()
  const bytes = await ctx.server.blobs.get(avatarBlob(key, medium ? 'medium' : 'small'))
  if (!bytes) throw notFound()
  return png(bytes, `${account.id}`, `${name}${medium ?? ''}`, 365 * aDay)
}

export const avatarPages = [
  pageForAnyone('/user_avatars/:org/:file', uploaded),
  pageForEither('/avatar/:user', (ctx, { user = '' }, query) => {
    const [, name, medium] = withSuffix.exec(user) ?? []
    return avatar(ctx, name ?? user, medium ? 'medium' : 'small', query)
  }),
  pageForEither('/avatar/:user/medium', (ctx, { user = '' }, query) => avatar(ctx, user, 'medium', query)),
].map(withTokens)
