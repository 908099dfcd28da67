import type { SharedText } from '#platform/compression'
import { Pace } from '#platform/fair-queues'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { type Account, noUserId } from './account.ts'
import { hostOf, seesRealEmail } from './email-address.ts'
import { type KeptPieces, keptPieces } from './kept-pieces.ts'
import { type UserTextOptions, userText } from './serialize.ts'

const maxPerPiece = 1_000
/** Shorter lists aren't shared: they're fast to build. */
const longList = 1_000

interface Options extends UserTextOptions {
  /** The list's name, if many responses share it. */
  readonly list?: string
}

/** Pieces of long lists are shared by responses with equal options until an account in them changes. */
export async function peopleTexts(
  org: Organization,
  viewer: Viewer,
  people: readonly Account[],
  options: Options,
): Promise<(string | SharedText)[]> {
  const kept = people.length > longList ? keptFor(org, viewer, options) : undefined
  const found: (string | SharedText)[] = []
  const pace = new Pace()
  for (const accounts of inPieces(people)) {
    const before = found.length === 0 ? '' : ','
    found.push(
      kept && !accounts.some((one) => isSeenByItselfAlone(viewer, one))
        ? shared(kept, org, viewer, accounts, before, options)
        : before + accounts.map((account) => userText(org, viewer, account, options)).join(),
    )
    await pace.step()
  }
  kept?.trim(found.length)
  return found
}

/** The viewer sees their own address, unlike others with the same rights. */
const isSeenByItselfAlone = ({ id, role }: Viewer, account: Account): boolean =>
  account.id === id && !seesRealEmail({ id: noUserId, role }, account)

/** About 250 each. Boundaries depend on the accounts, so that adding or removing one changes a single piece. */
function inPieces(people: readonly Account[]): (readonly Account[])[] {
  const pieces: (readonly Account[])[] = []
  let from = 0
  for (const [at, { id }] of people.entries()) {
    if (at === from || (Math.imul(id, 0x9e3779b1) >>> 24 !== 0 && at - from < maxPerPiece)) continue
    pieces.push(people.slice(from, at))
    from = at
  }
  if (from < people.length) pieces.push(people.slice(from))
  return pieces
}

function shared(
  kept: KeptPieces,
  org: Organization,
  { role }: Viewer,
  accounts: readonly Account[],
  before: string,
  options: Options,
): SharedText {
  // being away changes without an event
  const away =
    options.pictures.without === 'away' ? new Set(accounts.map(({ id }) => id).filter(options.isAway)) : undefined
  const state = `${before}${[...(away ?? [])]}`
  const known = kept.get(accounts, state)
  if (known) return known
  const like = { ...options, isAway: (id: Account['id']) => away?.has(id) ?? false }
  const anyone = { id: noUserId, role }
  return kept.keep(accounts, state, () => before + accounts.map((one) => userText(org, anyone, one, like)).join())
}

function keptFor(
  org: Organization,
  { role }: Viewer,
  { list, pictures, withProfile }: Options,
): KeptPieces | undefined {
  if (list === undefined) return undefined
  return keptPieces(org, [list, role, pictures.gravatars, pictures.without, withProfile, hostOf(org)].join())
}
