import type { SharedText } from '#platform/compression'
import type { Organization } from '#platform/organization'
import { Pace } from '#platform/turns'
import type { Viewer } from '#platform/viewer'
import { type Account, nobody } from './account.ts'
import { hostOf, seesRealEmail } from './email-address.ts'
import { type KeptPieces, keptPieces } from './kept-pieces.ts'
import { type UserTextOptions, userText } from './present.ts'

/** A piece of a list has at most so many people. */
const mostInPiece = 1_000
/** Shorter lists are not shared: they are put together in no time. */
const longList = 1_000

interface Options extends UserTextOptions {
  /** Which list of an answer it is, where that is the same for many. */
  readonly list?: string
}

/**
 * People as the items of a JSON list, in pieces. Those of long lists are shared by the answers of all who see addresses
 * alike and need the same, as long as nobody in them has changed.
 */
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

/** Somebody who sees the own address where others with the same rights do not. */
const isSeenByItselfAlone = ({ id, role }: Viewer, account: Account): boolean =>
  account.id === id && !seesRealEmail({ id: nobody, role }, account)

/**
 * Pieces of about 250 people. Where one ends depends on who is in it and not on how many came before, so that somebody
 * who comes or goes changes one piece and not all that follow.
 */
function inPieces(people: readonly Account[]): (readonly Account[])[] {
  const pieces: (readonly Account[])[] = []
  let from = 0
  for (const [at, { id }] of people.entries()) {
    if (at === from || (Math.imul(id, 0x9e3779b1) >>> 24 !== 0 && at - from < mostInPiece)) continue
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
  // who is away changes by itself
  const away =
    options.pictures.without === 'away' ? new Set(accounts.map(({ id }) => id).filter(options.isAway)) : undefined
  const state = `${before}${[...(away ?? [])]}`
  const known = kept.get(accounts, state)
  if (known) return known
  const like = { ...options, isAway: (id: Account['id']) => away?.has(id) ?? false }
  const anybody = { id: nobody, role }
  return kept.keep(accounts, state, () => before + accounts.map((one) => userText(org, anybody, one, like)).join())
}

function keptFor(
  org: Organization,
  { role }: Viewer,
  { list, pictures, withProfile }: Options,
): KeptPieces | undefined {
  if (list === undefined) return undefined
  return keptPieces(org, [list, role, pictures.gravatars, pictures.without, withProfile, hostOf(org)].join())
}
